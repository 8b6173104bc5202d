"""The compiler: rules and algorithms as they stand, typed and written as LLVM's text, become machine code."""
