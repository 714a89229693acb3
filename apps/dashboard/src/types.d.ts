// Next writes the same references into its own file at each build; a type check must not need a
// build.
/// <reference types="next" />
/// <reference types="next/types/global" />
/// <reference types="next/image-types/global" />
