import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { namesOf } from '#core/entities/entity.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { LARGEST_LOGO_KB, logoDigest, type UploadedLogo } from '#core/settings/logos.ts'
import { isSampleCompany } from '#core/settings/sample-company.ts'
import { request } from '#web/api/client.ts'
import { useCompany } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { Query } from '#web/ui/query.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type CompanyText,
  type CompanyValues,
  DEDUCTION_NAMES,
  PLAIN_FIELDS,
} from './company-text.ts'
import { FormDialogs } from './form-dialogs.tsx'
import { resizeImage } from './resize-image.ts'
import { type CompanyFormProps, useCompanyForm } from './use-company-form.ts'

/** The company's details on statements (SPEC A2, B36). */
export function CompanyCard() {
  const query = useCompany()
  const loading = (
    <Card title="Company Information">
      <LoadingForm />
    </Card>
  )
  return (
    <Query of={query} skeleton={loading}>
      {(company) => <LoadedCard company={company} />}
    </Query>
  )
}

/** Keeps the version that the form was opened with. */
function LoadedCard({ company }: { company: Company | UnsavedCompany }) {
  const [opened, setOpened] = useState(company)
  return (
    <Card
      title="Company Information"
      description={isSampleCompany(opened) ? SAMPLE : 'Printed at the top of every statement.'}
    >
      <CompanyForm opened={opened} onSaved={setOpened} />
    </Card>
  )
}

const SAMPLE = "Sample values. Replace them with your company's details."
const SKELETON_LINES = 6

function LoadingForm() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: SKELETON_LINES }, (_, index) => (
        <Skeleton key={index} className="h-9" />
      ))}
    </div>
  )
}

/** The logo has its own input below, the default deductions have their own section. */
const ELSEWHERE: readonly string[] = ['logoUrl', ...DEDUCTION_NAMES]
const SHOWN = namesOf(PLAIN_FIELDS).filter((name) => !ELSEWHERE.includes(name))
const NAMES = [...SHOWN, 'logoUrl'] as const

function CompanyForm(props: CompanyFormProps) {
  const state = useCompanyForm(props, NAMES)
  const { form, submit, saving } = state
  useUnsaved(form.formState.isDirty, 'the settings')

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={saveByKeys}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {SHOWN.map((name) => (
          <FieldControl key={name} name={name} field={PLAIN_FIELDS[name]} control={form.control} />
        ))}
      </div>
      <LogoField control={form.control} />
      <div className="border-t border-line pt-4">
        <Button type="submit">{saving ? 'Saving...' : 'Save Settings'}</Button>
      </div>
      <FormDialogs state={state} />
    </form>
  )
}

type LogoFieldProps = { control: Control<CompanyText, unknown, CompanyValues> }

/**
 * The logo on statements (SPEC S16). An upload fills in the logo's address, which takes effect when the
 * settings are saved. An approved statement keeps its logo.
 */
function LogoField({ control }: LogoFieldProps) {
  const { field, fieldState } = useController({ name: 'logoUrl', control })
  const upload = useUpload(field.onChange)
  const isUploaded = logoDigest(field.value) !== null
  const error = upload.failure ?? (isUploaded ? fieldState.error?.message : undefined)
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Labeled label="Logo" name="logo" error={error} hint={logoHint(upload.busy, isUploaded)}>
        {(aria) => (
          <div className="grid gap-2">
            {isUploaded && <Preview address={field.value} onRemove={() => field.onChange('')} />}
            <FileInput
              {...aria}
              accept="image/png,image/jpeg"
              disabled={upload.busy}
              onChoose={(file) => upload.run(file)}
            />
          </div>
        )}
      </Labeled>
      {!isUploaded && (
        <FieldControl
          name="logoUrl"
          field={PLAIN_FIELDS.logoUrl}
          control={control}
          hint={field.value ? 'Not used on statements. Upload a logo instead.' : undefined}
        />
      )}
    </div>
  )
}

function useUpload(onUploaded: (logoUrl: string) => void) {
  return useAction({
    send: async (file: File) =>
      request<UploadedLogo>('POST', '/api/logos', { body: await resizeImage(file) }),
    onDone: ({ logoUrl }) => onUploaded(logoUrl),
    refetch: 'nothing',
  })
}

function logoHint(isUploading: boolean, isUploaded: boolean): string {
  if (isUploading) return 'Uploading...'
  if (isUploaded) return 'Printed on statements that you approve after saving.'
  return `PNG or JPEG. Large images are resized to ${LARGEST_LOGO_KB} KB.`
}

type PreviewProps = { address: string; onRemove: () => void }

/** The background is white in both themes, as on paper. */
function Preview({ address, onRemove }: PreviewProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="flex h-20 min-w-0 flex-1 items-center justify-center rounded-md border border-line-strong bg-white p-2">
        <img src={address} alt="Statement logo" className="max-h-full max-w-full" />
      </span>
      <Button variant="secondary" onClick={onRemove}>
        Remove Logo
      </Button>
    </div>
  )
}
