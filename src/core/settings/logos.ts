/** The company's logo, as statements print it (SPEC S16). */

export const LARGEST_LOGO_KB = 512
/** An unpacked picture takes far more than its file: so its pixels are bounded too. */
export const MOST_LOGO_PIXELS = 1_000_000
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const

export type LogoType = (typeof LOGO_TYPES)[number]

/** An uploaded logo: `logoUrl` is what the settings then name. Pixels. */
export type UploadedLogo = { logoUrl: string; width: number; height: number }

const ADDRESS = /^\/api\/logos\/([0-9a-f]{64})$/

export function logoAddress(digest: string): string {
  return `/api/logos/${digest}`
}

/** Which uploaded logo an address is that of; null where it is any other text (Part A lets `logoUrl` be one). */
export function logoDigest(logoUrl: string | null): string | null {
  return ADDRESS.exec(logoUrl ?? '')?.[1] ?? null
}
