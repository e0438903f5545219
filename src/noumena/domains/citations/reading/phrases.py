"""Usual words of what stands after a title, for citations that are made up: places, publishers, journals, subjects."""

from __future__ import annotations

PLACES = (
    "Cambridge, MA", "New York", "San Mateo, CA", "London", "Berlin", "Amsterdam", "Seattle, WA", "Boston", "Paris",
    "Pittsburgh, PA", "Los Altos", "Vienna, Austria", "Sydney, Australia", "Chambery, France", "Tokyo", "Edinburgh",
    "Menlo Park, CA", "Reading, Massachusetts", "Englewood Cliffs, NJ", "San Francisco", "Toronto, Canada", "Nice",
    "Washington, DC", "Stockholm", "Montreal, Quebec", "Palo Alto, California", "Hillsdale, New Jersey", "Oxford, UK",
    "Heidelberg", "Austin, Texas", "Marina del Rey", "Ithaca, NY", "Budapest, Hungary", "Pisa, Italy", "Chicago",
    "Philadelphia", "Bonn, Germany", "Madrid, Spain", "Vancouver, B.C.", "Minneapolis, MN", "Portland, Oregon",
)  # fmt: skip
UNIVERSITIES = (
    "Stanford University", "University of California, Berkeley", "MIT", "Carnegie Mellon University", "Univ. of Texas",
    "University of Massachusetts, Amherst", "Cornell University", "University of Edinburgh", "Brown University",
    "University of Maryland", "K.U. Leuven", "University of Illinois at Urbana-Champaign", "Princeton University",
    "Massachusetts Institute of Technology", "Rutgers University", "University of Toronto", "Yale University",
    "Georgia Institute of Technology", "University of Wisconsin", "Purdue University", "University of Washington",
    "California Institute of Technology", "Universite de Paris", "Technische Universitat Munchen", "ETH Zurich",
    "Helsinki University of Technology", "University of Oxford", "Harvard University", "University of Michigan",
)  # fmt: skip
LABORATORIES = (
    "Computer Science Department", "Dept. of Computer Science", "Department of Electrical Engineering",
    "Artificial Intelligence Laboratory", "School of Computer Science", "AI Lab", "Computing Laboratory", "INRIA",
    "Xerox Palo Alto Research Center", "DEC Western Research Laboratory", "IBM Research Division", "SRI International",
    "AT&T Bell Laboratories", "Digital Equipment Corporation", "Naval Research Laboratory", "The Robotics Institute",
    "Institute for Cognitive Science", "Media Laboratory", "Department of Psychology", "Computer Science Division",
)  # fmt: skip
PUBLISHERS = (
    "Morgan Kaufmann", "MIT Press", "The MIT Press", "Springer-Verlag", "Springer Verlag", "Academic Press",
    "Addison-Wesley", "John Wiley & Sons", "Wiley", "Prentice Hall", "Prentice-Hall", "Cambridge University Press",
    "Oxford University Press", "Elsevier", "North-Holland", "Kluwer Academic Publishers", "Kluwer", "ACM Press", "ACM",
    "IEEE Computer Society Press", "IEEE Press", "Lawrence Erlbaum Associates", "Erlbaum", "McGraw-Hill", "AAAI Press",
    "AAAI Press/MIT Press", "W. H. Freeman", "Chapman and Hall", "Ablex", "Plenum Press", "World Scientific",
    "Computer Science Press", "Wadsworth", "Harvard University Press", "Pitman", "Ellis Horwood", "IOS Press",
)  # fmt: skip
JOURNALS = (
    "Artificial Intelligence", "Machine Learning", "Communications of the ACM", "Comm. ACM", "CACM", "J. ACM", "JACM",
    "Journal of the ACM", "IEEE Transactions on Pattern Analysis and Machine Intelligence", "IEEE Trans. PAMI",
    "IEEE Computer", "Computer", "AI Magazine", "Science", "Nature", "Neural Computation", "Neural Networks",
    "Cognitive Science", "Biological Cybernetics", "Computational Linguistics", "Information Processing Letters",
    "Theoretical Computer Science", "Pattern Recognition", "SIAM Journal on Computing", "SIAM J. Comput.",
    "Journal of Logic Programming", "J. Logic Programming", "Computer Vision, Graphics, and Image Processing",
    "International Journal of Computer Vision", "Int. J. of Robotics Research", "Psychological Review",
    "Vision Research",
    "IEEE Transactions on Software Engineering", "IEEE Software", "ACM Transactions on Graphics",
    "ACM Computing Surveys",
    "ACM Trans. Programming Languages and Systems", "Journal of Artificial Intelligence Research", "IEEE Expert",
    "Human-Computer Interaction", "Int. J. Man-Machine Studies", "Operations Research", "Mathematical Programming",
    "Computational Intelligence", "Annals of Statistics", "Journal of the Optical Society of America A", "Physica D",
    "Communications of the Association for Computing Machinery", "Computer Journal", "Bell System Technical Journal",
    "IEEE Trans. on Systems, Man, and Cybernetics", "Expert Systems with Applications",
    "Journal of Automated Reasoning",
)  # fmt: skip
SUBJECTS = (
    "Artificial Intelligence", "Machine Learning", "Computer Vision", "Logic Programming", "Robotics and Automation",
    "Neural Networks", "Knowledge Representation and Reasoning", "Principles of Programming Languages", "Databases",
    "Very Large Data Bases", "Human Factors in Computing Systems", "Computer Graphics", "User Interfaces", "Planning",
    "Genetic Algorithms", "Software Engineering", "Constraint Programming", "Parallel Processing", "Expert Systems",
    "Pattern Recognition", "Speech and Language Processing", "Computational Linguistics", "Distributed Computing",
    "Theory of Computing", "Formal Methods", "Operating Systems", "Information Retrieval", "Intelligent Agents",
    "Uncertainty in Artificial Intelligence", "Computational Learning Theory", "Cognitive Science", "Hypertext",
    "Intelligent User Interfaces", "Deductive Databases", "Management of Data", "Case-Based Reasoning", "Simulation",
)  # fmt: skip
MEETINGS = (
    "AAAI-{yy}", "IJCAI-{yy}", "IJCAI {yy}", "CHI'{yy}", "ICML-{yy}", "NIPS {v}", "CVPR-{yy}", "ECAI-{yy}",
    "SIGGRAPH '{yy}",
    "POPL {yyyy}", "VLDB", "ICLP-{yy}", "KR-{yy}", "UIST'{yy}", "ML-{yy}", "CP{yy}", "UAI-{yy}", "Eurographics '{yy}",
    "AAAI", "IJCAI", "ICRA", "SIGMOD", "FOCS", "PLDI", "ECCV-{yy}", "IROS {yyyy}", "LICS", "ACL-{yy}", "COLING-{yy}",
)  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December", "Jan.", "Feb.", "Mar.", "Apr.", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.", "Spring", "Summer", "Fall",
)  # fmt: skip
ORDINALS = (
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
    "Twelfth",
    "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th", "13th", "14th",
    "15th", "18th",
)  # fmt: skip
JOURNAL_FORMS = (
    "Journal of {s}", "IEEE Transactions on {s}", "IEEE Trans. on {s}", "International Journal of {s}", "J. {s}",
    "ACM Transactions on {s}", "Int. J. of {s}", "Annals of {s}", "{s}", "Transactions on {s}",
)  # fmt: skip
MEETING_KINDS = (
    "International Conference on", "National Conference on", "Conference on", "Workshop on", "Symposium on",
    "International Joint Conference on", "Int. Conf. on", "IEEE Conf. on", "ACM Symposium on", "European Conference on",
    "Annual Conference of the", "Int'l Conf.", "IEEE International Conference on", "International Workshop on",
)  # fmt: skip
REPORT_KINDS = (
    "Technical Report {n}", "Tech. Rep. {n}", "Tech. Report {n}", "Technical report", "Research Report {n}",
    "Report {n}", "PhD thesis", "Ph.D. dissertation", "Master's thesis", "Ph.D. Thesis", "AI Memo {n}", "Memo {n}",
    "Working paper", "Doctoral dissertation", "Unpublished doctoral dissertation", "Technical Memo {n}",
)  # fmt: skip
EDITIONS = (
    "2nd edition",
    "second edition",
    "2nd ed.",
    "3rd ed.",
    "third edition",
    "2. ed",
    "revised edition",
    "Second Ed",
)
