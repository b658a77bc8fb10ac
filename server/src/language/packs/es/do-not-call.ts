/** How people ask in Spanish not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

/** Forms that ask; those that tell ("no me llamaron", "no me llamo") are not among them. */
const CALL =
  '(?:llam(?:e|en|es|eis|ar|arme|arnos|arlos|aran?|ando|andome|andonos)|molest(?:e|en|es|ar|arme|arnos|ando|andome)|contact(?:e|en|es|ar|arme|arnos|ado|ada|ando)|marc(?:ar|arme|ando)|marquen?|marques|telefone(?:e|en|ar|arme)|acos(?:e|en|ar|arme|ando|andome)|fastidi(?:e|en|ar|arme|ando)|import(?:unen?|unar|unarme)|insist(?:a|an|as|ir|iendo)|comuniqu(?:e|en)|busqu(?:e|en)|busc(?:ar|arme)|hablen|hablarme|hablando(?:me)?|timbr(?:e|en|ar|arme))'
/** Words between the refusal and the calling; what begins another thought ends the refusal. */
const GAP =
  '(?:(?!(?:si|cuando|porque|pero|hablar|puedo|ahora|estoy|es|era|se que|quien|donde|como|mejor|entonces|he|ha|han|hemos|habia|gracias|sino|hasta|tengo|iba|iban|cambiar|cancelar)(?: ))\\w+)'
const NEVER = '(?:no|nunca|jamas|ni|tampoco)'
const LIST =
  '(?:listas?|bases?(?: de datos)?|sistemas?|registros?|archivos?|ficheros?|directorios?|agendas?|contactos|padron)'
const REMOVE = '(?:quit|saqu|sac|borr|elimin|supr|retir|tach|remuev|remov|exclu|desapunt)\\w*'
const MINE =
  '(?:mi (?:numero|nombre|telefono|contacto|informacion|celular|movil|ficha|registro)|mis datos|este numero|nuestro numero|el numero)'

export const spanishDoNotCall: DoNotCallPack = {
  requests: [
    `${NEVER} (?:${GAP} ){0,9}?${CALL}(?! a (?:mi|su|el|la) (?:marido|esposa|esposo|mujer|hijo|hija|madre|padre|jefe|oficina|vecino))`,
    // Whoever refuses or cancels calls refuses to be called.
    '(?:niego a|rechazo|rehuso|cancel\\w*|suspend\\w*|anul\\w*|opongo a) (?:\\w+ ){0,5}?llamadas?(?! (?:de|del|que) (?:ayer|hoy|manana|lunes|martes))',
    'no (?:admito|acepto|tolero|permito|quiero|queremos|deseo|autorizo) (?:\\w+ ){0,3}?(?:llamadas?|publicidad|propaganda)',
    '(?:no|sin) (?:\\w+ ){0,2}?(?:mi|nuestra|nuestro) (?:autorizacion|permiso|consentimiento)',
    'numero no es para',
    'ni se (?:le|les|te|os) ocurra',
    `${NEVER} (?:\\w+ ){0,5}?(?:recibir|recibiendo|quiero|deseo|acepto|necesito) (?:\\w+ ){0,3}?llamadas?`,
    '(?:hart[oa]s?|cansad[oa]s?|estuvo bien|suficiente|demasiad[oa]s?|hasta (?:aqui|la coronilla|las narices)) (?:\\w+ ){0,4}?llam\\w*',
    `(?:desaparezca|desaparecer|fuera|salga|salir)\\w* (?:\\w+ ){0,2}?(?:de|del) (?:\\w+ ){0,2}?${LIST}(?! de espera)`,
    'lista de (?:los |las |gente |personas )*que no',
    'olvid\\w* (?:de )?que existo',
    '(?:los|les|le|os) denunci\\w*',
    'si (?:siguen|continuan|insisten|sigue|continua) (?:\\w+ ){0,2}?(?:llam\\w*|molest\\w*|insist\\w*|marcando)',
    'ni (?:\\w+ ){0,2}?(?:permiso|autorizacion|consentimiento)',
    `(?:dej|par|bast|ces|termin|acab|fren|detengan|aguant)\\w* (?:\\w+ ){0,2}?(?:de|con) (?:\\w+ ){0,3}?(?:llam\\w*|molest\\w*|acos\\w*|fastidi\\w*|insist\\w*|marcar\\w*|contactar\\w*|hostig\\w*)`,
    '(?:no mas|sin mas|ni una|basta de|alto a|stop a|cero|paren con|no quiero|hart[oa] de|hart[oa]s de|cansad[oa] de|cansad[oa]s de) (?:\\w+ ){0,3}?(?:llamadas?|llamaditas|telefonazos)',
    '(?:hart[oa]s?|cansad[oa]s?) de que (?:me |nos )?llam\\w*',
    '(?:prohibo|prohibimos|prohibido|exijo que no|exijo que dejen|pido que no|pido que dejen) (?:\\w+ ){0,3}?(?:llam\\w*|contact\\w*|molest\\w*)',
    'no (?:me |nos )?(?:interrumpan?|hostiguen?) mas',
    '(?:es|esto es|me parece|ya es) (?:un )?(?:acoso|hostigamiento)',
    '(?:voy a|vamos a|los voy a|les voy a|pienso|tendre que|si no) (?:\\w+ ){0,2}?(?:denunci\\w*|demand\\w*|report\\w*)',
    '(?:hablare|hablo|voy) (?:\\w+ )?con mi abogad[oa]',
    `${REMOVE} (?:\\w+ ){0,4}?(?:de|del) (?:\\w+ ){0,4}?${LIST}(?! de espera)`,
    `${REMOVE} (?:\\w+ ){0,2}?${MINE}`,
    '(?:que )?(?:me|nos) (?:quiten|saquen|borren|eliminen|retiren|tachen|excluyan)',
    '(?:quiten|saquen|borren|eliminen|retiren|quite|saque|borre|elimine|retire|quita|saca|borra|elimina)(?:me|nos)(?: (?:ya|por favor|de|del|ahora|inmediatamente))*$',
    '(?:quiteme|saqueme|borreme|elimineme|quitenme|saquenme|borrenme|eliminenme|sacame|quitame|borrame) (?:\\w+ ){0,2}?(?:de|del|ya)',
    '(?:dar|darme|darnos|denme|deme|den|me de|doy|dado|damos|tramit\\w*|solicit\\w*|pido|quiero) (?:me |la |mi |una )*(?:de )?baja',
    '(?:salir|salirme|fuera|estar|aparecer|figurar|seguir) (?:\\w+ ){0,2}?(?:de|en) (?:su|esta|esa|la|sus|vuestra) (?:listas?|base de datos)(?! de espera)',
    '(?:retiro|revoco|cancelo|anulo|retirar|revocar|cancelar) (?:\\w+ ){0,2}?(?:consentimiento|autorizacion|permiso)',
    `${NEVER} (?:\\w+ ){0,4}?(?:consentimiento|consenti|consiento|autorice|autorizo|autorizado|autorizacion para)`,
    'no (?:les |le |os )?(?:doy|di|he dado|tienen?) (?:\\w+ ){0,2}?permiso',
    '(?:derecho|derechos) de (?:oposicion|supresion|cancelacion|olvido)',
    'me opongo (?:a|al)',
    'lista robinson',
    'robinson',
    'lista de (?:no (?:llamar|molestar)|exclusion)',
    '(?:olvid(?:en|e|a|ense de|ese de)|pierdan?|bloque\\w*|rompan?) (?:\\w+ )?mi (?:numero|telefono)(?! de)',
    'olvid(?:ense|ese|ate|aos) de (?:mi|nosotros|este numero)',
    '(?:deje|deja|dej[ea]n|dejad)(?:me|nos)? (?:\\w+ ){0,2}?(?:en paz|tranquil[oa]s?|vivir|quiet[oa])',
    'no (?:quiero|queremos|deseo) (?:\\w+ ){0,3}?(?:saber|oir|escuchar) (?:\\w+ ){0,3}?de (?:ustedes|usted|vosotros|su empresa)',
    '(?:quiero|exijo) que (?:\\w+ ){0,2}?(?:dejen|paren|cesen)',
    'ultima vez (?:\\w+ ){0,3}?(?:llam|marc|contact|molest)\\w*',
    'si (?:me |nos )?(?:vuelven|vuelve|llegan) a llamar',
    'si (?:me |nos )?(?:llaman|llama) (?:otra vez|de nuevo)',
  ],
  exemptions: [
    'lista de espera',
    'por que no (?:me |nos )?llam\\w*',
    // Of themselves: "no puedo llamarle", "no le llamé".
    '(?:yo |nosotros )?no (?:puedo|pude|podia|podre|voy a|iba a|quise|alcance a|logre|consegui|se) (?:\\w+ )?(?:llamar|contactar|marcar|comunicar)(?:le|les|los|las|lo|la|te|se)?',
    '(?:yo|nosotros) no (?:le |les |te )?llame',
    'no (?:hace falta|es necesario) que (?:me |nos )?llam\\w*(?! mas)(?! nunca)',
    'no (?:me )?molesta(?:n)?',
    'no es (?:ninguna )?molestia',
    'no (?:se )?moleste(?:n)? (?:en|usted|por)',
    'si no (?:me |nos )?llam\\w*',
    '(?:para que|hasta que|mientras) no (?:me |nos )?llam\\w*',
  ],
  always: [],
  limitedRefusals: [
    'no (?:me |nos )?(?:llamen?|llames) (?:ahora|hoy|por la (?:manana|tarde|noche)|antes|despues|en el trabajo|al trabajo|tan temprano|tan tarde|a esta hora|a estas horas|los (?:domingos|sabados|fines))',
  ],
  invitations: [
    '(?:llameme|llamame|llamenme|llame|llamen|vuelva a llamar|mejor|sino)(?: \\w+)? ?(?:manana|tarde|luego|despues|noche|lunes|martes|miercoles|jueves|viernes|por la \\w+|mas tarde|a las|en la)',
  ],
  final: ['nunca', 'lista', 'jamas'],
  unfinished: ['no', 'de', 'mi', 'me', 'que', 'nunca', 'su', 'ya', 'por'],
  phrases: [
    'no me llame mas',
    'no me vuelvan a llamar',
    'dejen de llamarme',
    'quiteme de la lista',
    'borren mi numero',
  ],
}
