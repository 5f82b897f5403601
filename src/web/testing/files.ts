/** Files that a test chooses or drops, and files that the app links to. */
import { fireEvent, screen } from '@testing-library/react'

const TYPES: Record<string, string> = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** A file whose type follows from the ending of its name. */
export function makeFile(name: string, content: string | Uint8Array): File {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? ''
  return new File([content as BlobPart], name, { type })
}

/** Chooses files in the file field with this label. */
export async function chooseFiles(label: string, ...files: File[]): Promise<void> {
  const [input] = await screen.findAllByLabelText(label)
  if (input) fireEvent.change(input, { target: { files } })
}

/** Drops files on the page, as from the desktop. */
export function dropFiles(...files: File[]): void {
  const dataTransfer = { files, types: ['Files'], items: [] }
  fireEvent.dragOver(document.body, { dataTransfer })
  fireEvent.drop(document.body, { dataTransfer })
}

/** Waits for the link with this name, and gets the file behind it. */
export async function readLinkedFile(name: string | RegExp): Promise<Response> {
  const [link] = await screen.findAllByRole('link', { name })
  return fetch(link?.getAttribute('href') ?? '')
}
