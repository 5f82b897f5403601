import { useMutation } from '@tanstack/react-query'
import { useController, type Control } from 'react-hook-form'
import { LARGEST_LOGO_KB, logoDigest, type UploadedLogo } from '#core/settings/logos.ts'
import { request } from '#web/api/client.ts'
import { FieldControl, type FormText } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { PLAIN_FIELDS, type CompanyText, type CompanyValues } from './company-text.ts'
import { resizeImage } from './resize-image.ts'

type LogoFieldProps = { control: Control<CompanyText, unknown, CompanyValues> }

const NOT_PRINTED = 'An address is kept, but never fetched: statements print what is uploaded.'

/**
 * The logo of the statements (SPEC S16). Uploading one fills in its address; like every other field it
 * counts once the settings are saved, and a statement that was approved keeps the one it had.
 */
export function LogoField({ control }: LogoFieldProps) {
  const { field, fieldState } = useController({ name: 'logoUrl', control })
  const upload = useUpload(field.onChange)
  const uploaded = logoDigest(field.value) !== null
  const problem = upload.error?.message ?? (uploaded ? fieldState.error?.message : undefined)
  const declared = PLAIN_FIELDS.logoUrl
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Labeled label="Logo" name="logo" error={problem} hint={logoHint(upload.isPending, uploaded)}>
        {(aria) => (
          <div className="grid gap-2">
            {uploaded && <Preview address={field.value} onRemove={() => field.onChange('')} />}
            <FileInput
              {...aria}
              accept="image/png,image/jpeg"
              disabled={upload.isPending}
              onChoose={(file) => upload.mutate(file)}
            />
          </div>
        )}
      </Labeled>
      {!uploaded && declared && (
        <FieldControl
          name="logoUrl"
          field={declared}
          control={control as unknown as Control<FormText>}
          hint={field.value ? NOT_PRINTED : undefined}
        />
      )}
    </div>
  )
}

function useUpload(onUploaded: (logoUrl: string) => void) {
  return useMutation({
    mutationFn: async (file: File) =>
      request<UploadedLogo>('POST', '/api/logos', { body: await resizeImage(file) }),
    onSuccess: ({ logoUrl }) => onUploaded(logoUrl),
  })
}

function logoHint(uploading: boolean, uploaded: boolean): string {
  if (uploading) return 'Uploading...'
  if (uploaded) return 'Printed on every statement that is approved from now on, once saved.'
  return `PNG or JPEG, up to ${LARGEST_LOGO_KB} kB; a larger picture is made smaller.`
}

type PreviewProps = { address: string; onRemove: () => void }

/** On white in either theme: so it is printed. */
function Preview({ address, onRemove }: PreviewProps) {
  return (
    <div className="flex items-center gap-3">
      <span className="flex h-20 min-w-0 flex-1 items-center justify-center rounded-md border border-line-strong bg-white p-2">
        <img src={address} alt="Logo of the statements" className="max-h-full max-w-full" />
      </span>
      <Button variant="secondary" onClick={onRemove}>
        Remove logo
      </Button>
    </div>
  )
}
