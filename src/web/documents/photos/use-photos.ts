import { useState } from 'react'
import { joinPictures } from '#core/documents/join-pictures.ts'
import { isPicture } from '#web/documents/file-type.ts'
import { readPhoto, toPage, type Photo } from './read-photo.ts'

export type Photos = {
  photos: Photo[]
  /** Whether photos are being read. */
  isReading: boolean
  /** Adds pages in the order of the files. Returns the files that are not pictures. */
  add: (files: File[]) => Promise<File[]>
  change: (photos: Photo[]) => void
}

/** The pages of a document that is being photographed. Nothing is sent yet. */
export function usePhotos(): Photos {
  const [photos, setPhotos] = useState<Photo[]>([])
  const [reading, setReading] = useState(0)
  return {
    photos,
    isReading: reading > 0,
    change: setPhotos,
    async add(files) {
      setReading((now) => now + 1)
      const failed: File[] = []
      // One after the other: a phone has little memory.
      for (const file of files) {
        const photo = await readPhoto(file).catch(() => undefined)
        if (photo) setPhotos((before) => [...before, photo])
        else failed.push(file)
      }
      setReading((now) => now - 1)
      return failed
    },
  }
}

/** Joins all pages into one PDF. */
export async function toPdf(photos: readonly Photo[]): Promise<Blob> {
  const pages = []
  for (const photo of photos) pages.push(await toPage(photo))
  const bytes = joinPictures(pages)
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}

/** Converts a photo to a PDF of one page. Returns any other file unchanged. Throws an Error with a message for the user. */
export async function photoToPdf(file: File): Promise<File> {
  if (!(await isPicture(file))) return file
  const pdf = await toPdf([await readPhoto(file)])
  return new File([pdf], file.name.replace(/(?:\.\w{3,4})?$/, '.pdf'), { type: pdf.type })
}
