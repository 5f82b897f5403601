/** The package's own types describe another build. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs'
