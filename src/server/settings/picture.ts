/** A checked logo, and the errors of one that is rejected. */
import { formatInteger } from '#core/pluralize.ts'
import { MAX_LOGO_PIXELS, type LogoType } from '#core/settings/logos.ts'
import { badField, type RequestError } from '#server/errors.ts'

/** `bytes`: the file without metadata. Sizes in pixels. */
export type Picture = { type: LogoType; width: number; height: number; bytes: Buffer }

/** A 400 error for a logo that can't be printed. */
export function badLogo(message: string): RequestError {
  return badField('logoUrl', message)
}

/** Throws 400 if the picture is damaged or has too many pixels. */
export function rejectSize({ width, height }: { width: number; height: number }): void {
  if (width === 0 || height === 0) throw badLogo('This image is damaged')
  if (width * height > MAX_LOGO_PIXELS) {
    const most = formatInteger(MAX_LOGO_PIXELS)
    throw badLogo(`The image has ${width} × ${height} pixels; the limit is ${most}`)
  }
}
