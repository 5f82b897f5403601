import { fileAddress } from './client.ts'

/** Saves a file that the server sends. The browser shows the progress. */
export function saveFile(path: string): void {
  const link = document.createElement('a')
  link.href = fileAddress(path)
  link.download = ''
  link.click()
}
