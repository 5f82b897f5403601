/** Emails one statement, or downloads it as a draft where email is not set up (SPEC C188, C190). */
import { useQuery } from '@tanstack/react-query'
import { Mail as MailIcon } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGES, type Language } from '#core/languages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { refetchMails, statementMailQuery } from './queries.ts'

type StatementMailProps = { billingId: number; email: string; language: Language }

export function StatementMailButton({ billingId }: { billingId: number }) {
  const { data: statement } = useQuery(statementMailQuery(billingId))
  const [open, setOpen] = useState(false)
  if (!statement) return null
  const { setUp, language, email } = statement
  if (!setUp)
    return (
      <DownloadLink
        needs="company"
        href={`/api/billing/${billingId}/statement.eml?language=${language}`}
      >
        <MailIcon aria-hidden className="size-4" />
        Email Draft
      </DownloadLink>
    )
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <MailIcon aria-hidden className="size-4" />
        Email
      </Button>
      {open && (
        <MailDialog
          {...{ billingId, language }}
          email={email ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type Values = { to: string; cc: string; language: string }

function MailDialog(props: StatementMailProps & { onClose: () => void }) {
  const { billingId, email, language, onClose } = props
  const [values, setValues] = useState<Values>({ to: email, cc: '', language })
  const sending = useAction({
    send: (_: void, { confirmed }) =>
      request('POST', `/api/billing/${billingId}/mail`, { body: { ...values, confirmed } }),
    done: 'Sending the statement',
    failed: (error) =>
      error instanceof ApiError && error.fields ? undefined : 'Failed to email the statement',
    asks: ['again'],
    onDone: onClose,
    onFailure: refetchMails,
    refetch: refetchMails,
  })
  return (
    <Dialog
      open
      title="Email the Statement"
      description="With the PDF, and the text from Settings."
      onOpenChange={(open) => !open && onClose()}
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          sending.run()
        }}
      >
        {(['to', 'cc'] as const).map((name) => (
          <Labeled
            key={name}
            label={name === 'to' ? 'To' : 'Cc'}
            name={name}
            required={name === 'to'}
            error={sending.fields[name]?.join(' ')}
            hint="Separate several addresses with commas"
          >
            {(aria) => (
              <TextInput
                {...aria}
                inputMode="email"
                value={values[name]}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </Labeled>
        ))}
        <Labeled label="Language" name="language">
          {(aria) => (
            <Select
              {...aria}
              value={values.language}
              options={LANGUAGES}
              onChange={(chosen) => setValues({ ...values, language: chosen })}
            />
          )}
        </Labeled>
        <div className="flex justify-end">
          <Button type="submit">{sending.busy ? 'Sending...' : 'Send'}</Button>
        </div>
      </form>
      <QuestionDialog request={sending} title="Email it again?" label="Send Again" />
    </Dialog>
  )
}
