/** How people ask in French not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

const CALL =
  '(?:(?:m|n|d|l|nous )?(?:r?appel(?:ez|le|er|iez|s)?|appeliez)|telephon(?:ez|e|er|iez)|contact(?:ez|e|er|iez)|derang(?:ez|e|er|iez)|harcel(?:ez|e|er)|joindre)'
const LIST = '(?:listes?|fichiers?|base(?: de donnees)?|registres?|systeme)'
const REMOVE = '(?:enlev|retir|supprim|effac|ray|sort|ot|efface)\\w*'
const MINE = '(?:mon (?:numero|nom|telephone|contact)|mes (?:coordonnees|donnees)|ce numero)'

export const frenchDoNotCall: DoNotCallPack = {
  requests: [
    `(?:ne |n)(?:me |nous |m)?${CALL} (?:plus|pas|jamais)(?! (?:tard|maintenant|au|avant|apres|le|ce|demain|aujourdhui|en|a))`,
    `nappel(?:ez|le) (?:plus|pas|jamais)`,
    `(?:ne |n)(?:me |nous |m)?${CALL} plus`,
    `(?:de |a )?ne (?:plus|pas|jamais) (?:jamais )?(?:me |nous |m)?${CALL}`,
    `(?:arret|cess|stopp)(?:ez|e|er) (?:de |d)?(?:me |nous |m)?${CALL}`,
    '(?:arret|cess|stopp)(?:ez|e|er) (?:vos|ces|les) appels',
    '(?:ne )?(?:veux|souhaite|voulons|souhaitons|desire) (?:plus|pas) (?:jamais )?(?:etre (?:appele|contacte|derange|rappele)e?s?|que vous (?:m|me |nous )?\\w*(?:appel|contact|telephon|derang)\\w*|quon (?:m|me |nous )?\\w*(?:appel|contact|derang)\\w*|dappels?|(?:recevoir )(?:de |d|vos |ces |des |aucun )?appels?)',
    'veux plus quon m?appelle',
    '(?:veux|souhaite|voulons) (?:pas|plus) (?:de|d) ?(?:vos |ces )?appels?',
    '(?:veux|souhaite) plus (?:jamais )?(?:vous entendre|entendre parler)',
    '^plus dappels?',
    `(?:interdis|defends) (?:de |d)?(?:me |nous |m)?${CALL}`,
    `faut (?:plus|pas|arreter de|arreter d|cesser de) ?(?:me |nous |m)?${CALL}`,
    'ninsistez (?:pas|plus)',
    'cest du harcelement',
    '(?:je vais )?porter plainte',
    `${REMOVE} (?:moi |nous )?(?:${MINE} )?(?:de|du|des) (?:la |votre |vos |cette |ma )?${LIST}(?! dattente)`,
    `${REMOVE} (?:moi )?${MINE}`,
    `(?:etre|me|nous|que vous) ${REMOVE} (?:de|du|des|mon|mes)`,
    'desinscri\\w*',
    'desabonn\\w*',
    '(?:retire|revoque|annule) (?:mon|le) (?:consentement|accord)',
    'pas donne mon (?:accord|consentement)',
    'pas le droit de (?:m|me |nous )?appeler',
    'moppose (?:a|au|aux)',
    'bloctel',
    'sur liste rouge',
    'liste dopposition',
    '(?:oubliez|perdez|bloquez) mon numero',
    '(?:laissez|fichez|foutez) (?:moi|nous) (?:tranquilles?|la paix|en paix)',
    'si vous (?:me |m)?(?:r)?appelez (?:encore|a nouveau|une autre fois)',
  ],
  exemptions: [
    'liste dattente',
    'ne (?:me|m) r?appelle (?:plus|pas)$',
    'je ne (?:me |m)r?appelle',
    'je ne me rappelle (?:plus|pas)',
    'ne mavez',
    'vous ne mappelez',
  ],
  always: [],
  limitedRefusals: [
    '(?:ne |n)?(?:me |m)?r?appelez pas (?:maintenant|au travail|avant|apres|ce matin|le matin|le soir|si tot|en journee|aujourdhui)',
  ],
  invitations: [
    '(?:r?appelez)(?: moi)? ?(?:demain|plus tard|ce soir|lundi|mardi|mercredi|jeudi|vendredi|apres|la semaine|dans)',
  ],
  final: ['jamais', 'liste', 'supprimez'],
  unfinished: ['ne', 'de', 'plus', 'mon', 'pas', 'votre'],
  phrases: [
    'ne mappelez plus',
    'arretez de mappeler',
    'retirez moi de votre liste',
    'supprimez mon numero',
    'je ne veux plus etre appele',
  ],
}
