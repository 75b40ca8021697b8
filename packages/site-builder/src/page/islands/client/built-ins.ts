/**
 * The built-in components inside islands. They are the builder's own functions, bundled for the browser, so that a page
 * doesn't change its appearance when a component becomes interactive. Loaded only by modules that use a built-in
 * component.
 */
import { builtInComponents } from '../../components/built-in-components.ts';
import { sideComponents } from '../../components/side-components.ts';
import { browserPage, OwnSeries } from './browser-page.ts';
import { readMarkup } from './read-markup.ts';
import { IslandAnswers, useContext, useState } from './runtime.ts';
import { Slots, type BuiltInComponent } from './slots.ts';

/** The built-in component with a name, including its subcomponents: `Tree` has `Tree.Folder`. */
export function builtIn(name: string, icons: Readonly<Record<string, string>>): BuiltInComponent {
  const handler = builtInComponents.get(name);
  const component: BuiltInComponent = ({ children, ...props }) => {
    const answers = useContext(IslandAnswers);
    const [series] = useState(() => new OwnSeries(answers));
    // The builder has placed it next to the text, where it remains.
    if (handler === undefined || sideComponents.has(name)) return null;
    const slots = new Slots();
    const page = browserPage({ answers, icons, series: series.begin(), slots });
    const html = handler(slots.props(props), slots.children(children), page);
    return readMarkup(html, slots);
  };
  component.builtInName = name;
  for (const other of builtInComponents.keys()) {
    if (other.startsWith(`${name}.`))
      Object.assign(component, { [other.slice(name.length + 1)]: builtIn(other, icons) });
  }
  return component;
}
