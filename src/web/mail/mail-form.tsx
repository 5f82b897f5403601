import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formValues } from '#core/entities/entity.ts'
import {
  changedMailSettingsSchema,
  mailSettingsFields,
  type MailSettings,
  type ShownMailSettings,
} from '#core/mail/settings.ts'
import { ApiError } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { queryClient } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { mailSettingsQuery, saveMailSettings } from './queries.ts'

type Text = Record<keyof MailSettings, string>

const NAMES = Object.keys(mailSettingsFields) as (keyof MailSettings)[]

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

  const saving = useMutation({
    mutationFn: (values: MailSettings) => saveMailSettings({ values, version: settings.version }),
    onSuccess: (saved) => {
      showSaved(saved)
      toast('Email settings saved')
    },
    onError: async (error) => {
      const current = await conflictFrom<ShownMailSettings>(error)
      if (current) showSaved(current)
      toastFailure(
        'Failed to save the email settings',
        current ? 'Someone else changed them. Their values are shown.' : messageFor(error),
      )
      for (const [name, messages] of Object.entries(
        (error instanceof ApiError && error.fields) || {},
      ))
        form.setError(name as keyof Text, { message: messages.join(' ') })
    },
  })

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) void form.handleSubmit((values) => saving.mutate(values))()
      }}
      onKeyDown={saveByKeys}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {NAMES.map((name) => (
          <FieldControl
            key={name}
            name={name}
            field={mailSettingsFields[name]}
            control={form.control}
          />
        ))}
      </div>
      <div>
        <Button type="submit">{saving.isPending ? 'Saving...' : 'Save Email Settings'}</Button>
      </div>
    </form>
  )
}
