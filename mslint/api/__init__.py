"""What MindSpore's APIs are in each version; must not guess."""
