"""What a hover tells besides the meaning of words and names, which completion tells too."""
