"""What a module says, asked by name and place: names, values, calls, cells, the order of layers; reports nothing."""
