/** Every text of the driver's upload in English. The compiler checks that Spanish has the same ones. */
import type { DocumentKind } from '#core/documents/documents.ts'

const kinds: Record<DocumentKind, string> = {
  'rate-confirmation': 'Rate confirmation',
  bol: 'BOL (bill of lading)',
  pod: 'POD (proof of delivery)',
  'lumper-receipt': 'Lumper receipt',
  'scale-ticket': 'Scale ticket',
  'detention-proof': 'Proof of detention',
  receipt: 'Receipt',
  other: 'Other',
}

export const driverEnglish = {
  title: 'Upload papers',
  load: (number: string) => `Load ${number}`,
  lane: (from: string, to: string) => `${from} to ${to}`,
  loading: 'Loading...',
  retry: 'Retry',
  kind: 'What is it?',
  kinds,
  photograph: 'Photograph papers',
  addPage: 'Photograph another page',
  chooseFiles: 'Choose files',
  camera: 'Camera',
  files: 'Files',
  reading: 'Reading the pictures...',
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  send: (count: number) => (count === 1 ? 'Send 1 page' : `Send ${count} pages`),
  sendFile: (name: string) => `Send ${name}`,
  discard: 'Start over',
  sending: 'Sending...',
  progress: (percent: number) => `${percent}% sent`,
  sent: (kind: string) => `${kind} sent`,
  notPicture: (names: string) => `This is neither a picture nor a PDF: ${names}`,
  mine: 'Sent so far',
  papers: 'Papers',
  none: 'Nothing sent yet.',
  noPapers: 'No papers yet.',
  unseen: 'Received',
  readable: 'Checked',
  'sent-back': 'Please send a better copy',
  open: (kind: string) => `Open ${kind}`,
  photos: {
    page: 'Page {n}',
    earlier: 'Move page {n} forward',
    later: 'Move page {n} back',
    turn: 'Turn page {n}',
    remove: 'Remove page {n}',
  },
  errors: {
    unreachable: 'No connection. Nothing is lost: your pages are still here. Try again.',
    gone: 'This link is no longer valid. Ask the office for a new one. Your pages are still here.',
    already: 'These papers are there already, or the load is full.',
    tooLarge: 'The file is too large. The most is 25 MB.',
    type: 'The file must be a picture or a PDF.',
    busy: 'Too many uploads at the moment. Your pages are still here. Try again in a few minutes.',
    space: 'The storage is full. Tell the office. Your pages are still here.',
    other: 'That did not work. Your pages are still here. Try again.',
  },
}

export type DriverWords = typeof driverEnglish
