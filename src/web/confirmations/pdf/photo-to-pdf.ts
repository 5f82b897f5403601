import { isHeic } from '#web/documents/photos/heic/is-heic.ts'
import { readPhoto } from '#web/documents/photos/read-photo.ts'
import { toPdf } from '#web/documents/photos/use-photos.ts'

/** A photo as a PDF of one page (SPEC C118). Any other file stays as it is. Throws an Error with a message for the user. */
export async function photoToPdf(file: File): Promise<File> {
  if (!file.type.startsWith('image/') && !(await isHeic(file))) return file
  const pdf = await toPdf([await readPhoto(file)])
  return new File([pdf], file.name.replace(/(?:\.\w{3,4})?$/, '.pdf'), { type: pdf.type })
}
