"""What `.scripts/bench` is made of: inputs by recipe, contestants, measuring, the report."""
