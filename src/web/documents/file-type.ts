/** What a file is, by its first bytes: names and declared types are often wrong or missing (SPEC C111). */
import { isHeic } from './photos/heic/is-heic.ts'

export async function isPdf(file: Blob): Promise<boolean> {
  const head = await file
    .slice(0, 16)
    .text()
    .catch(() => '')
  return head.includes('%PDF-')
}

/** A picture that the browser may show, or the photo of an iPhone. */
export async function isPicture(file: Blob): Promise<boolean> {
  return file.type.startsWith('image/') || (await isHeic(file).catch(() => false))
}
