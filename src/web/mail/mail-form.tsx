import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formValues } from '#core/entities/entity.ts'
import {
  changedMailSettingsSchema,
  mailSettingsFields,
  mailSettingsNames,
  type MailSettings,
  type ShownMailSettings,
} from '#core/mail/settings.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { mailSettingsQuery, saveMailSettings } from './queries.ts'

type Text = Record<keyof MailSettings, string>

const textSchema = z
  .custom<Text>()
  .transform((text): unknown => text)
  .pipe(changedMailSettingsSchema)

const toText = (settings: MailSettings) => formValues(mailSettingsFields, settings) as Text

/** Shows each error at its field. If someone else changed the settings, their change is shown and not overwritten. */
export function MailForm({ settings }: { settings: ShownMailSettings }) {
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
