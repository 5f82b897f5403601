import { useEffect, useState } from 'react'
import { isMail } from './is-mail.ts'
import { openMail } from './open-mail.ts'

type OpenedMail =
  | { status: 'none' | 'opening'; file?: undefined }
  | { status: 'failed'; message: string; file?: undefined }
  /** The file itself, or the only paper of a mail. */
  | { status: 'one'; file: File }
  | { status: 'mail'; papers: File[]; file?: undefined }

/** Opens a saved email; any other file is its own paper (SPEC C504). */
export function useMail(file: File | undefined): OpenedMail {
  const [opened, setOpened] = useState<{ of: File; mail: OpenedMail }>()
  useEffect(() => {
    if (!file) return
    let isOver = false
    const show = (mail: OpenedMail) => !isOver && setOpened({ of: file, mail })
    openPapers(file).then(
      ([paper, ...more]) =>
        show(
          paper && !more.length
            ? { status: 'one', file: paper }
            : { status: 'mail', papers: paper ? [paper, ...more] : [] },
        ),
      (error: Error) => show({ status: 'failed', message: error.message }),
    )
    return () => {
      isOver = true
    }
  }, [file])
  if (!file) return { status: 'none' }
  return opened?.of === file ? opened.mail : { status: 'opening' }
}

async function openPapers(file: File): Promise<File[]> {
  return (await isMail(file)) ? openMail(file) : [file]
}
