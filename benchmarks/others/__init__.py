"""The same urn in other systems, where they happen to be installed; nothing here is a dependency."""
