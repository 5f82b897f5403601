import { LANGUAGES } from '#core/languages.ts'
import { request } from '#web/api/client.ts'
import { useLanguage } from '#web/api/language.ts'
import { setUser } from '#web/api/session.ts'
import { useAction } from '#web/api/use-action.ts'
import { describeError } from '#web/portal/loaded.tsx'
import { useMessages, usePortalUser } from '#web/portal/portal-user.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** Offers the other language, under its own name. The choice is stored with the person. */
export function LanguageSwitch() {
  const messages = useMessages()
  const user = usePortalUser()
  const shown = useLanguage()
  const other = LANGUAGES.find(({ value }) => value !== shown) ?? LANGUAGES[0]
  const { value: language } = other
  const change = useAction({
    send: () => request('PUT', '/api/auth/language', { body: { language } }),
    failed: (error) => toastFailure(messages.language, describeError(error, messages)),
    onDone: () => setUser({ ...user, language }),
    refetch: 'nothing',
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      lang={language}
      disabled={change.busy}
      onClick={() => change.run()}
    >
      {other.label}
    </Button>
  )
}
