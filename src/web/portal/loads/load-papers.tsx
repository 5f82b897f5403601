import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useId, useState } from 'react'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { SendPapers } from '#web/documents/driver/send-papers.tsx'
import { SentList } from '#web/documents/driver/sent-list.tsx'
import { toUpload } from '#web/documents/driver/to-upload.ts'
import type { Send } from '#web/documents/driver/use-sending.ts'
import { wordsOf } from '#web/documents/driver/words/words.ts'
import { Loaded } from '#web/portal/loaded.tsx'
import { useLanguage } from '#web/api/language.ts'
import { ownLoadDocumentsQuery, ownFile } from '#web/portal/queries.ts'
import { Button } from '#web/ui/button.tsx'

/** The papers of a load, requested when they are opened, and the camera to add more (SPEC C137). */
export function LoadPapers({ loadId }: { loadId: number }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const words = wordsOf(useLanguage())
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Camera aria-hidden className="size-4" />
        {words.papers}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <OpenPapers loadId={loadId} />}
      </div>
    </div>
  )
}

function OpenPapers({ loadId }: { loadId: number }) {
  const words = wordsOf(useLanguage())
  const query = useQuery(ownLoadDocumentsQuery(loadId))
  const send: Send = (sending, onProgress) => {
    const { query: parameters, body, headers } = toUpload(sending)
    const path = `/api/portal/loads/${loadId}/documents?${parameters}`
    return request('POST', path, { body, headers, onProgress })
  }
  return (
    <div className="grid gap-4">
      <Loaded query={query}>
        {(documents) =>
          documents.length ? (
            <SentList {...{ documents, words }} fileOf={ownFile} />
          ) : (
            <p className="text-sm text-muted">{words.noPapers}</p>
          )
        }
      </Loaded>
      <SendPapers words={words} send={send} onSent={() => void refetchPapers()} />
    </div>
  )
}

/** Also refetches the loads: a load's first BOL changes the load. */
async function refetchPapers(): Promise<void> {
  await Promise.all(
    ['documents', 'loads'].map((name) =>
      queryClient.invalidateQueries({ queryKey: ['portal', name] }),
    ),
  )
}
