/** Recognizes the photos of iPhones by their first bytes: "ftyp", then a brand. */
const BRANDS = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/

export async function isHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 12).arrayBuffer())
  return BRANDS.test(String.fromCharCode(...head))
}
