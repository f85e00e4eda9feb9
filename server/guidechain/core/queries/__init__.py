"""Questions about a workspace, answered from a Snapshot through the hosts' chain functions; no host rule is here."""
