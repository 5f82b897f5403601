/** The company's logo on statements (SPEC S16). */

import { z } from 'zod'

export const LARGEST_LOGO_KB = 512
/** A decompressed image is far larger than its file, so its pixels are limited too. */
export const MAX_LOGO_PIXELS = 1_000_000
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const

export type LogoType = (typeof LOGO_TYPES)[number]

/** `logoUrl` is for the settings; width and height are in pixels. */
export const uploadedLogoSchema = z.object({
  logoUrl: z.string(),
  width: z.int(),
  height: z.int(),
})

export type UploadedLogo = z.output<typeof uploadedLogoSchema>

const ADDRESS = /^\/api\/logos\/([0-9a-f]{64})$/

export function logoAddress(digest: string): string {
  return `/api/logos/${digest}`
}

/** The digest in the address of an uploaded logo; null for any other text, which Part A allows. */
export function logoDigest(logoUrl: string | null): string | null {
  return ADDRESS.exec(logoUrl ?? '')?.[1] ?? null
}
