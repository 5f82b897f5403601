/** The app: the login, the portal and the office's screens, each loaded when it is first shown. */
import { lazy } from 'react'
import { Gate } from '#web/shell/gate.tsx'
import { ToastProvider } from '#web/ui/overlays/toast.tsx'

const LoginPage = lazy(async () => ({
  default: (await import('#web/accounts/login-page.tsx')).LoginPage,
}))
const SignupPage = lazy(async () => ({
  default: (await import('#web/accounts/signup-page.tsx')).SignupPage,
}))
const ForgotPage = lazy(async () => ({
  default: (await import('#web/accounts/forgot-page.tsx')).ForgotPage,
}))
const ResetPage = lazy(async () => ({
  default: (await import('#web/accounts/reset-page.tsx')).ResetPage,
}))
const InvitationPage = lazy(async () => ({
  default: (await import('#web/team/invitation/invitation-page.tsx')).InvitationPage,
}))
const UploadPage = lazy(async () => ({
  default: (await import('#web/documents/upload-page/upload-page.tsx')).UploadPage,
}))
const Portal = lazy(async () => ({
  default: (await import('#web/portal/portal-app.tsx')).PortalApp,
}))
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }))

export function App() {
  return (
    <ToastProvider>
      <Gate
        signup={<SignupPage />}
        login={<LoginPage />}
        forgot={<ForgotPage />}
        reset={<ResetPage />}
        invitation={<InvitationPage />}
        upload={<UploadPage />}
        portal={<Portal />}
        signedIn={<SignedIn />}
      />
    </ToastProvider>
  )
}
