"""What a module says, asked by name and by place: names, values, calls, cells and the order of layers. Reports nothing."""
