"""Ten models on which the moves that are chosen without a proposer are tried, and their exact answers."""
