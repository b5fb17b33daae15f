"""What every room needs: files, paths, worker processes, and checks of input."""
