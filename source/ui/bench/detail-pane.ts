import type {Schedule} from '../../domain/ports.ts';
import type {ViewerIntent} from '../input/viewer-bindings.ts';
import {jsonForms, liveForm, textForm} from '../pager/forms.ts';
import type {Page} from '../pager/page.ts';
import type {Area} from '../pager/scroller.ts';
import type {Form} from '../pager/tab.ts';
import {createTextSource} from '../pager/text-source.ts';
import {tabBar} from '../pager/viewer-lines.ts';
import type {Styles} from '../theme/styles.ts';
import type {DetailTab} from './section.ts';

type PaneDeps = {readonly schedule: Schedule; readonly onChange: () => void};

type Made = {
	/** What it was made of. */
	source: DetailTab;
	readonly forms: readonly Form[];
	/** Looks again at what its lines are. */
	readonly renew?: () => void;
	isStale: boolean;
};

export type DetailPane = {
	/** From now on these are the tabs. What is about the same item stays where the reader was. */
	readonly show: (id: string, tabs: readonly DetailTab[]) => void;
	readonly draw: (
		area: Area,
		styles: Styles,
	) => {readonly lines: readonly string[]; readonly position: string};
	readonly page: () => Page | undefined;
	readonly form: () => Form | undefined;
	readonly stepTab: (step: 1 | -1) => void;
	/** False where there is no such tab yet. */
	readonly openTab: (tab: number | string) => boolean;
	readonly tabCount: () => number;
	readonly act: (intent: ViewerIntent) => boolean;
};

const isSameBody = (one: DetailTab, other: DetailTab): boolean => {
	if (one.body.type === 'json' && other.body.type === 'json') {
		return one.body.value === other.body.value;
	}
	if (one.body.type === 'text' && other.body.type === 'text') {
		return one.body.text === other.body.text;
	}
	return one.body.type === 'lines' && other.body.type === 'lines';
};

/** The right side of the workbench: everything about one item, in tabs. A page is made when it is first looked at. */
export const createDetailPane = (deps: PaneDeps): DetailPane => {
	let id = '';
	let tabs: readonly DetailTab[] = [];
	let open: string | undefined;
	const made = new Map<string, Made>();
	const formIndexes = new Map<string, number>();

	const make = (tab: DetailTab): Made => {
		const what = tab.what ?? 'all of it';
		const {body} = tab;
		switch (body.type) {
			case 'json':
				return {source: tab, forms: jsonForms(body.value, what, deps), isStale: false};
			case 'text': {
				const {text} = body;
				const form = textForm(
					() => createTextSource(text),
					what,
					() => text,
					deps,
				);
				return {source: tab, forms: [form], isStale: false};
			}
			case 'lines': {
				const lines = () => {
					const source = made.get(tab.name)?.source.body ?? body;
					return source.type === 'lines' ? source.lines() : [];
				};
				const form = liveForm(lines, what, {...deps, isGrowing: tab.follows === true});
				return {source: tab, forms: [form], renew: form.renew, isStale: false};
			}
		}
	};
	const index = (): number =>
		Math.max(
			0,
			tabs.findIndex(({name}) => name === open),
		);
	const current = (): Made | undefined => {
		const tab = tabs[index()];
		if (tab === undefined) {
			return undefined;
		}
		const known = made.get(tab.name);
		if (known === undefined) {
			const fresh = make(tab);
			made.set(tab.name, fresh);
			return fresh;
		}
		if (known.isStale) {
			known.isStale = false;
			known.renew?.();
		}
		return known;
	};
	const form = (): Form | undefined => {
		const forms = current()?.forms ?? [];
		return forms[(formIndexes.get(tabs[index()]?.name ?? '') ?? 0) % Math.max(1, forms.length)];
	};
	const page = (): Page | undefined => form()?.page();

	return {
		show(nextId, next) {
			if (nextId !== id) {
				made.clear();
				id = nextId;
			}
			tabs = next;
			for (const [name, known] of made) {
				const tab = next.find(each => each.name === name);
				if (tab === undefined || !isSameBody(known.source, tab)) {
					made.delete(name);
				} else {
					known.source = tab;
					known.isStale = true;
				}
			}
		},
		draw({width, height}, styles) {
			const names = tabs.map(({name}) => name);
			const bar = names.length > 1 ? [tabBar(names, index(), width, styles)] : [];
			const room = Math.max(0, height - bar.length);
			const {lines = [], position = ''} = page()?.draw({width, height: room}, styles) ?? {};
			return {lines: [...bar, ...lines], position};
		},
		page,
		form,
		stepTab(step) {
			open = tabs[(index() + step + tabs.length) % Math.max(1, tabs.length)]?.name;
		},
		openTab(tab) {
			const wanted = typeof tab === 'number' ? tabs[tab] : tabs.find(({name}) => name === tab);
			// A name may come before its tab does.
			open = wanted?.name ?? (typeof tab === 'string' ? tab : open);
			return wanted !== undefined;
		},
		tabCount: () => tabs.length,
		act(intent) {
			if (intent !== 'other-form') {
				return page()?.act(intent) === true;
			}
			const name = tabs[index()]?.name ?? '';
			formIndexes.set(name, (formIndexes.get(name) ?? 0) + 1);
			return true;
		},
	};
};
