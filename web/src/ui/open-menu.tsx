import * as Radix from '@radix-ui/react-dropdown-menu'
import { Icon } from './icon.tsx'
import type { MenuItem, MenuProps } from './menu.tsx'

/** The menu is not modal, because a modal one would insert a style element, which the page's content security policy forbids. */
export default function OpenMenu({ trigger, items, label }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align="end" sideOffset={6} aria-label={label}>
          {items.map((item, index) =>
            item === 'separator' ? (
              <Radix.Separator key={index} className="sep" />
            ) : (
              <OneItem key={item.label} item={item} />
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function OneItem({ item: { label, icon, keys, danger, whyNot, run } }: { item: MenuItem }) {
  return (
    <Radix.Item disabled={!!whyNot} onSelect={run} className={danger ? 'bad' : ''}>
      {icon && <Icon name={icon} small />}
      <span className="grow">
        {label}
        {whyNot && <small className="small mute block">{whyNot}</small>}
      </span>
      {keys && <kbd>{keys}</kbd>}
    </Radix.Item>
  )
}
