"""The compiler: rules and algorithms as they stand, typed, written as LLVM's text and made machine code in process."""
