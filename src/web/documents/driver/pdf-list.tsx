import { FileText, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { DriverWords } from './words/english.ts'

type PdfListProps = {
  pdfs: readonly File[]
  words: DriverWords
  isSending: boolean
  isOne: boolean
  onRemove: (pdf: File) => void
}

/** The PDFs that have not been sent yet. */
export function PdfList({ pdfs, words, isSending, isOne, onRemove }: PdfListProps) {
  return (
    <div className="grid gap-1 text-sm">
      {!isOne && <p className="text-muted">{words.oneByOne}</p>}
      <ul className="grid gap-1">
        {pdfs.map((pdf, at) => (
          <li key={`${at} ${pdf.name}`} className="flex items-center gap-2">
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 grow wrap-anywhere">{pdf.name}</span>
            <IconButton
              label={words.removeFile(pdf.name)}
              disabled={isSending}
              onClick={() => onRemove(pdf)}
            >
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
