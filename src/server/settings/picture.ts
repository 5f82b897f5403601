/** What a picture is that was read, and the words for one that cannot be taken. */
import { MOST_LOGO_PIXELS, type LogoType } from '#core/settings/logos.ts'
import { badField, type RequestError } from '#server/errors.ts'

/** `bytes`: the picture alone, without the notes that programs and cameras leave in a file. */
export type Picture = { type: LogoType; width: number; height: number; bytes: Buffer }

/** 400. */
export function badLogo(message: string): RequestError {
  return badField('logoUrl', message)
}

/** Throws 400. */
export function rejectSize({ width, height }: { width: number; height: number }): void {
  if (width === 0 || height === 0) throw badLogo('This picture is damaged')
  if (width * height > MOST_LOGO_PIXELS) {
    const most = MOST_LOGO_PIXELS.toLocaleString('en-US')
    throw badLogo(`The picture is ${width} × ${height}; a logo may have at most ${most} pixels`)
  }
}
