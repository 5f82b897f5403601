/** The screen of an upload link: one load, no login (SPEC C136). */
import { useEffect, useState } from 'react'
import {
  linkMessages,
  type OpenLink,
  type SentDocument,
  UPLOAD_HEADER,
} from '#core/documents/upload-links.ts'
import { type Language, LANGUAGES } from '#core/languages.ts'
import { BackToApp } from '#web/accounts/back-to-app.tsx'
import { LoginPage } from '#web/accounts/login-page.tsx'
import { request } from '#web/api/client.ts'
import { useUser } from '#web/api/session.ts'
import { useAddressLink } from '#web/api/use-address-link.ts'
import { describeFailure } from '#web/documents/driver/describe-failure.ts'
import { SendPapers } from '#web/documents/driver/send-papers.tsx'
import { SentList } from '#web/documents/driver/sent-list.tsx'
import { toUpload } from '#web/documents/driver/to-upload.ts'
import type { Sending } from '#web/documents/driver/use-sending.ts'
import { wordsOf } from '#web/documents/driver/words/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TooltipProvider } from '#web/ui/overlays/tooltip.tsx'

export function UploadPage() {
  const { retry, ...read } = useAddressLink(readUploadToken, readLink)
  const user = useUser()
  const [language, setLanguage] = useState(readLanguage)
  const words = wordsOf(language)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  if (read.state === 'invalid')
    return user ? (
      <BackToApp message={linkMessages.invalid} />
    ) : (
      <LoginPage notice={linkMessages.invalid} />
    )
  if (read.state === 'loading')
    return <p className="grid min-h-dvh place-items-center p-4 text-muted">{words.loading}</p>
  return (
    <TooltipProvider>
      <div className="mx-auto grid min-h-dvh max-w-xl content-start gap-4 p-4">
        <title>{`${words.title} · Haulbook`}</title>
        <header className="flex items-center gap-2">
          <img src="/favicon.svg" alt="" className="size-7" />
          <p className="grow font-semibold">{words.title}</p>
          <LanguageToggle
            language={language}
            onChange={(next) => {
              storeLanguage(next)
              setLanguage(next)
            }}
          />
        </header>
        {read.state === 'failed' ? (
          <div role="alert" className="grid justify-items-start gap-3 text-sm">
            <p>{describeFailure(read.error, words)}</p>
            <Button variant="secondary" onClick={retry}>
              {words.retry}
            </Button>
          </div>
        ) : (
          <LinkedLoad key={read.token} token={read.token} link={read.value} language={language} />
        )}
      </div>
    </TooltipProvider>
  )
}

type LinkedLoadProps = { token: string; link: OpenLink; language: Language }

function LinkedLoad({ token, link, language }: LinkedLoadProps) {
  const words = wordsOf(language)
  const [documents, setDocuments] = useState(link.documents)
  const add = (sent: SentDocument) =>
    setDocuments((before) => [...before.filter(({ id }) => id !== sent.id), sent])
  return (
    <main className="grid gap-4">
      <section className="grid gap-4 rounded-lg border border-line bg-surface p-4">
        <div>
          <h1 className="text-xl font-semibold wrap-anywhere">{words.load(link.load)}</h1>
          {link.carrier && <p className="font-medium wrap-anywhere">{link.carrier}</p>}
          <p className="text-sm text-muted wrap-anywhere">
            {words.lane(formatPlace(link.pickup), formatPlace(link.delivery))}
          </p>
        </div>
        <SendPapers
          words={words}
          send={(sending, onProgress) => sendByLink(token, sending, onProgress)}
          onSent={add}
        />
      </section>
      <section className="grid gap-1 rounded-lg border border-line bg-surface p-4">
        <h2 className="text-sm font-semibold">{words.mine}</h2>
        {documents.length ? (
          <SentList {...{ documents, words }} />
        ) : (
          <p className="text-sm text-muted">{words.none}</p>
        )}
      </section>
    </main>
  )
}

/** Offers the other language, under its own name. */
function LanguageToggle({
  language,
  onChange,
}: {
  language: Language
  onChange: (language: Language) => void
}) {
  const other = LANGUAGES.find(({ value }) => value !== language) ?? LANGUAGES[0]
  return (
    <Button variant="secondary" size="sm" lang={other.value} onClick={() => onChange(other.value)}>
      {other.label}
    </Button>
  )
}

/** "Dallas, TX". */
function formatPlace({ city, state }: OpenLink['pickup']): string {
  return [city, state].filter(Boolean).join(', ')
}

// The language of a person without a login: the chosen language, else the phone's.

const NAME = 'haulbook-upload-language'

function readLanguage(): Language {
  const stored = readStored()
  if (stored === 'en' || stored === 'es') return stored
  return navigator.language.startsWith('es') ? 'es' : 'en'
}

function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(NAME, language)
  } catch {
    // In a browser without storage, the next visit starts in the phone's language again.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}

// Requests of the upload page. The link's token is in a header, because addresses are logged.

/** The part of the address after "#", which browsers do not send to servers, without characters that a header can't have. */
function readUploadToken(): string {
  return window.location.hash.slice(1).replaceAll(/[^\w.-]/g, '')
}

function readLink(token: string): Promise<OpenLink> {
  return request('GET', '/api/upload', { headers: { [UPLOAD_HEADER]: token } })
}

function sendByLink(
  token: string,
  sending: Sending,
  onProgress: (share: number) => void,
): Promise<SentDocument> {
  const { query, body, headers } = toUpload(sending)
  return request('POST', `/api/upload?${query}`, {
    body,
    onProgress,
    headers: { ...headers, [UPLOAD_HEADER]: token },
  })
}
