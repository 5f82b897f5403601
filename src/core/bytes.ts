/** Sizes of files, in bytes. A megabyte is a million bytes, as operating systems and mail servers count. */
export const BYTES_PER_MB = 1_000_000
