import { INVALID_RESET } from '#core/accounts/reset-link.ts'
import { INVALID_INVITATION } from '#core/team/invitation-link.ts'
import type { AccountTexts } from './english.ts'
import type { TwoStepTexts } from './two-step-english.ts'

const ENTER_CODE =
  'Escriba el código de 6 dígitos de su aplicación de autenticación, o un código de recuperación'
const LONG_PASSWORD = 'La contraseña puede tener hasta 1,000 caracteres'
const PASSWORD_MISSING = 'Escriba la contraseña'
const TOO_MANY = 'Demasiados intentos. Espere un poco e intente de nuevo.'

/** In the Spanish of the United States. */
export const accountSpanish: AccountTexts & { twoStep: TwoStepTexts } = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: { show: 'Mostrar contraseña', hide: 'Ocultar contraseña' },
  cancel: 'Cancelar',
  retry: 'Reintentar',
  loading: 'Cargando...',
  loadFailed: 'No se pudo cargar:',

  login: {
    title: 'Inicie sesión en su cuenta',
    submit: 'Iniciar sesión',
    submitting: 'Iniciando sesión...',
    noAccount: '¿No tiene cuenta?',
    signUp: 'Regístrese',
    done: 'Sesión iniciada',
    failed: 'No se pudo iniciar sesión',
    left: 'Usted salió de la cuenta.',
    forgot: '¿Olvidó su contraseña?',
  },

  code: {
    title: 'Verificación en dos pasos',
    subtitle: 'Escriba el código que muestra su aplicación de autenticación.',
    app: 'Código',
    recovery: 'Código de recuperación',
    useApp: 'Usar la aplicación de autenticación',
    useRecovery: 'Usar un código de recuperación',
    back: 'Volver al inicio de sesión',
  },

  again: {
    title: 'Inicie sesión de nuevo',
    description: (email) =>
      `Su sesión venció. Inicie sesión como ${email} para continuar; no se pierde nada de lo que escribió.`,
    notNow: 'Ahora no',
  },

  noAccount: {
    title: 'No pertenece a ninguna cuenta',
    waiting:
      'Su acceso a la última cuenta terminó. Espere una invitación: un administrador de su compañía le envía un enlace.',
    own: 'O cree su propia cuenta. Empieza vacía y usted es el administrador.',
    create: 'Crear una cuenta',
    creating: 'Creando la cuenta...',
    failed: 'No se pudo crear la cuenta',
  },

  person: {
    firstName: 'Nombre',
    lastName: 'Apellido',
    passwordHint: 'Mínimo 8 caracteres',
    strongPassword: 'Difícil de adivinar',
  },

  invitation: {
    page: 'Invitación',
    title: (account) => `Únase a ${account}`,
    subtitle: (role) => `Le invitaron como ${role}.`,
    invalid: 'Esta invitación ya no es válida. Pida una nueva.',
    failed: 'No se pudo aceptar la invitación',
    joining: 'Entrando...',
    create: 'Crear contraseña y entrar',
    logInAndJoin: 'Iniciar sesión y entrar',
    known: (email) => ['Ya tiene una cuenta. Escriba la contraseña de ', email, ' para entrar.'],
    others: 'Sus otras cuentas se quedan igual. Puede cambiar entre ellas en cualquier momento.',
    notNow: 'Ahora no',
    otherPerson: (invited, current) => [
      'Esta invitación es para ',
      invited,
      '. Usted inició sesión como ',
      current,
      '.',
    ],
    logOut: 'Cerrar sesión y continuar',
    loggingOut: 'Cerrando sesión...',
    logOutFailed: 'No se pudo cerrar la sesión',
    home: 'Ir al inicio',
  },

  reset: {
    forgotTitle: '¿Olvidó su contraseña?',
    forgotSubtitle: 'Le enviamos un enlace para elegir una nueva.',
    send: 'Enviar enlace',
    sending: 'Enviando...',
    sendFailed: 'No se pudo enviar el enlace',
    sent: (email) =>
      `Si ${email} tiene una cuenta, el enlace va en camino. Sirve una vez, durante una hora. Mire también en el correo no deseado.`,
    askAdmin:
      'Pídalo a un administrador (Admin) de su compañía: en su página Team crea un enlace para usted.',
    askOperator: [
      '¿Es usted el único administrador? Quien administra el servidor de Haulbook pone una contraseña nueva: ',
      'npm run reset-password -- usted@example.com',
    ],
    title: 'Elija una contraseña nueva',
    subtitle: (email) => `Para ${email}. Se cerrará la sesión en todos sus dispositivos.`,
    newPassword: 'Contraseña nueva',
    save: 'Guardar contraseña',
    saving: 'Guardando...',
    failed: 'No se pudo cambiar la contraseña',
    done: 'Su contraseña cambió. Inicie sesión con la nueva.',
    invalid: 'Este enlace ya no es válido. Pida uno nuevo.',
  },

  roles: {
    owner: 'dueño de camión',
    driver: 'chofer',
    admin: 'administrador (Admin)',
    accounting: 'contabilidad (Accounting)',
    dispatcher: 'despachador (Dispatcher)',
    safety: 'seguridad (Safety)',
    viewer: 'solo lectura (Viewer)',
  },

  twoStep: {
    title: 'Verificación en dos pasos',
    description: 'Además de su contraseña, un código de una aplicación en su teléfono.',
    on: (day) => `Activada desde el ${day}.`,
    left: (count) =>
      count === 1 ? 'Queda 1 código de recuperación.' : `Quedan ${count} códigos de recuperación.`,
    turnOn: 'Activar',
    turnOnLabel: 'Activar la verificación en dos pasos',
    turningOn: 'Activando...',
    turnOnTitle: 'Activar la verificación en dos pasos',
    turnOnNote: 'Se cerrará la sesión en todos sus otros dispositivos.',
    turnOff: 'Desactivar',
    turnOffLabel: 'Desactivar la verificación en dos pasos',
    turnOffTitle: 'Desactivar la verificación en dos pasos',
    turnOffRequired:
      'Su compañía exige la verificación en dos pasos: tendrá que configurarla de nuevo enseguida, por ejemplo en un teléfono nuevo.',
    turnOffNote:
      'Solo su contraseña protegerá su cuenta. Se cerrará la sesión en todos sus otros dispositivos.',
    saving: 'Guardando...',
    scan: 'Escanee el código QR con una aplicación de autenticación, como Google Authenticator o su administrador de contraseñas. Después escriba su código.',
    qr: 'Código QR para su aplicación de autenticación',
    onThisPhone: 'En este teléfono:',
    openApp: 'abra su aplicación de autenticación',
    typeKey: '¿No puede escanearlo? Escriba esta clave:',
    setUpTitle: 'Configure la verificación en dos pasos',
    setUpNote: 'Su compañía exige un código de su teléfono además de la contraseña.',
    logOut: 'Cerrar sesión',
    newCodes: 'Códigos de recuperación nuevos',
    newCodesNote: 'Los códigos de recuperación anteriores dejan de funcionar.',
    createCodes: 'Crear códigos',
    codes: 'Códigos de recuperación',
    codesLabel: 'Códigos de recuperación',
    codesNote:
      'Si pierde su teléfono, inicie sesión con uno de estos códigos. Cada uno sirve una sola vez. No se muestran de nuevo: imprímalos o guárdelos.',
    codesFile: 'Códigos de recuperación de Haulbook. Cada uno sirve una sola vez.',
    codesCopied: 'Códigos de recuperación copiados',
    copy: 'Copiar',
    save: 'Guardar como archivo',
    print: 'Imprimir',
    saved: 'Ya guardé estos códigos',
    isOn: 'La verificación en dos pasos está activada',
    isOff: 'La verificación en dos pasos está desactivada',
    othersEnded: 'Se cerró la sesión en todos los demás dispositivos.',
    newCodesDone: 'Se crearon códigos de recuperación nuevos',
    failed: 'No se pudo cambiar la verificación en dos pasos',
  },

  known: {
    'Invalid email address': 'El correo electrónico no es válido',
    'Password is required': PASSWORD_MISSING,
    'Password must be at least 8 characters': 'La contraseña debe tener al menos 8 caracteres',
    'Password must be 1,000 characters or fewer': LONG_PASSWORD,
    'Invalid email or password': 'El correo electrónico o la contraseña no son correctos',
    'Password is incorrect': 'La contraseña no es correcta',
    'Enter the 6-digit code from your authenticator app, or a recovery code': ENTER_CODE,
    'Enter the code of your authenticator app, or a recovery code': ENTER_CODE,
    'Enter the 6-digit code that your authenticator app shows':
      'Escriba el código de 6 dígitos que muestra su aplicación de autenticación',
    'This code is wrong or was already used. Enter the next code.':
      'Este código no es correcto o ya se usó. Escriba el siguiente.',
    'Too many wrong codes. Use a recovery code, or try again later.':
      'Demasiados códigos incorrectos. Use un código de recuperación o intente más tarde.',
    'Your login took too long or your password changed. Log in again.':
      'El inicio de sesión tardó demasiado o su contraseña cambió. Inicie sesión de nuevo.',
    'You are already on this team. Log in.': 'Ya está en este equipo. Inicie sesión.',
    'You belong to an account now. Log in.': 'Ya pertenece a una cuenta. Inicie sesión.',
    'Two-step login is already on. Turn it off first.':
      'La verificación en dos pasos ya está activada. Desactívela primero.',
    [INVALID_RESET]: 'Este enlace ya no es válido. Pida uno nuevo.',
    [INVALID_INVITATION]: 'Esta invitación ya no es válida. Pida una nueva.',
  },
  statuses: {
    0: 'No hay conexión con el servidor. Revise su conexión e intente de nuevo.',
    401: 'El correo electrónico o la contraseña no son correctos',
    403: 'Ya no tiene acceso. Pregunte a su compañía.',
    429: TOO_MANY,
    503: 'El servidor está ocupado. Intente de nuevo en un momento.',
    507: 'El almacenamiento del servidor está lleno. Avise a su compañía.',
  },
  weakPassword:
    'Es muy fácil de adivinar. Use ocho caracteres al azar, o tres palabras que no tengan nada que ver entre sí, sin su nombre ni su correo.',
  other: 'Ocurrió un error. Intente de nuevo.',
}
