/** How the account's emails look, and whether the mail server works (SPEC C189). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { formValues } from '#core/entities/entity.ts'
import { mailMessages } from '#core/mail/messages.ts'
import {
  changedMailSettingsSchema,
  type MailSettings,
  mailSettingsFields,
  mailSettingsNames,
  type ShownMailSettings,
} from '#core/mail/settings.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { Query } from '#web/ui/query.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { mailSettingsQuery, saveMailSettings, useTestMail } from './queries.ts'

export function MailCard() {
  const query = useQuery(mailSettingsQuery)
  return (
    <Card
      title="Email"
      description="Who your emails are from, and what they say."
      actions={
        <Link className="hit-area text-sm font-medium text-accent-strong underline" to="/mail">
          Open Outbox
        </Link>
      }
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            <ServerFacts server={data.server} />
            <MailForm settings={data} />
          </>
        )}
      </Query>
    </Card>
  )
}

function ServerFacts({ server }: Pick<ShownMailSettings, 'server'>) {
  const testing = useTestMail()
  if (!server) return <p className="text-sm">{mailMessages.notSetUp}</p>
  const { host, from, limitMb } = server
  const tested = testing.result
  return (
    <div className="grid gap-2 text-sm">
      <p className="wrap-anywhere">
        Emails are sent from {from} through {host}. Attachments are limited to {limitMb} MB per
        email.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" aria-disabled={testing.busy} onClick={() => testing.run()}>
          {testing.busy ? 'Sending...' : 'Send Test Email'}
        </Button>
        <p
          role="status"
          className={`min-w-0 wrap-anywhere ${tested?.accepted ? 'text-good' : 'text-danger-ink'}`}
        >
          {tested &&
            (tested.accepted
              ? `Accepted by your mail server, to ${tested.to}: ${tested.answer}`
              : `Not sent to ${tested.to}: ${tested.answer}`)}
        </p>
      </div>
    </div>
  )
}

type Text = Record<keyof MailSettings, string>

const textSchema = z
  .custom<Text>()
  .transform((text): unknown => text)
  .pipe(changedMailSettingsSchema)

const toText = (settings: MailSettings) => formValues(mailSettingsFields, settings) as Text

/** Shows each error at its field. If someone else changed the settings, their change is shown and not overwritten. */
function MailForm({ settings }: { settings: ShownMailSettings }) {
  const form = useForm<Text, unknown, MailSettings>({
    defaultValues: toText(settings),
    resolver: zodResolver(textSchema),
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useUnsaved(isDirty, 'the email settings')

  function showSaved(saved: ShownMailSettings) {
    queryClient.setQueryData(mailSettingsQuery.queryKey, { ...saved, server: settings.server })
    form.reset(toText(saved))
  }

  const saving = useAction({
    send: (values: MailSettings) => saveMailSettings({ values, version: settings.version }),
    done: 'Email settings saved',
    failed: 'Failed to save the email settings',
    onConflict(current: ShownMailSettings) {
      showSaved(current)
      return 'Someone else changed them. Their values are shown.'
    },
    onFields(fields) {
      for (const [name, messages] of Object.entries(fields))
        form.setError(name as keyof Text, { message: messages.join(' ') })
    },
    onDone: showSaved,
    refetch: 'nothing',
  })

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.busy) void form.handleSubmit((values) => saving.run(values))()
      }}
      onKeyDown={saveByKeys}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {mailSettingsNames.map((name) => (
          <FieldControl
            key={name}
            name={name}
            field={mailSettingsFields[name]}
            control={form.control}
          />
        ))}
      </div>
      <div>
        <Button type="submit">{saving.busy ? 'Saving...' : 'Save Email Settings'}</Button>
      </div>
    </form>
  )
}
