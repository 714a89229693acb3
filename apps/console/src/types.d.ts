// Next writes the same references into a file of its own at each build; a check must not need a build.
/// <reference types="next" />
/// <reference types="next/types/global" />
/// <reference types="next/image-types/global" />
