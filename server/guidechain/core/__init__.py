"""The pure core: no disk, environment, clock, process, network or editor protocol."""
