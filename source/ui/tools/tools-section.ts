import type {ToolStanding} from '../../app/tool-explorer.ts';
import type {JsonObject} from '../../domain/json.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench, BenchTarget, Choice, Section} from '../bench/section.ts';
import {toolsBindings} from '../input/bench/tools.ts';
import {serversNote} from '../pick/pick-entries.ts';
import {createServerStart} from '../pick/server-start.ts';
import {formatMoment} from '../text/format.ts';
import {noDesk} from './no-desk.ts';
import {createToolItems, type ToolItem, toolOrders} from './tool-items.ts';
import {toolRow} from './tool-row.ts';
import {toolTabs} from './tool-tabs.ts';
import {argumentsLine} from './tries-lines.ts';
import {createTryDesk} from './try-desk.ts';

const notOffered = 'Its server does not offer this tool just now.';

const orderNames = {server: 'by server', name: 'by name', use: 'by use'} as const;

/** Every tool of every server: what it is, how it was used, and what it does when it is tried. */
export const createToolsSection = (bench: Bench): Section<ToolItem> => {
	const desk = bench.ports.tools ?? noDesk;
	const {app, changed, say} = bench;
	const {explorer} = app;
	const items = createToolItems({tools: explorer.tools, desk});
	const tryDesk = createTryDesk(bench, desk);
	let counted: {readonly list: readonly ToolItem[]; readonly servers: number} | undefined;
	/** What it was opened about, and with. */
	let aimed: {readonly id: string; readonly args: JsonObject} | undefined;
	/** What it was opened about before its server was there. */
	let awaited: {readonly id: string; readonly args?: JsonObject} | undefined;
	const standingOf = ({definition, isLeftOut}: ToolItem): ToolStanding =>
		isLeftOut ? {isOff: false, flags: [], isSuspicious: false} : explorer.standingOf(definition);

	// What other instances have counted; the list is there before.
	void Promise.all([desk.uses.refresh(), desk.tries.refresh()]).then(() => changed());

	/** Whoever waited may be at something else by now: nothing opens by itself. */
	const welcome = (): void => {
		const wanted = awaited;
		changed();
		const isThere = wanted !== undefined && items.list().some(({id}) => id === wanted.id);
		if (wanted === undefined || bench.signal.aborted || (!isThere && starting.isUnderWay())) {
			return;
		}
		awaited = undefined;
		if (isThere) {
			aimed = wanted.args === undefined ? aimed : {id: wanted.id, args: wanted.args};
			bench.select(wanted.id);
			say('The tool is there now. enter tries it.');
		} else {
			say(notOffered);
		}
	};
	// Servers that do not run yet are started, because somebody looks.
	const starting = createServerStart(app, welcome);
	starting.want();
	bench.signal.addEventListener('abort', starting.dispose, {once: true});

	const open = (item: ToolItem, args?: JsonObject): true => {
		if (item.isLeftOut) {
			say('The entry of its server leaves it out. Space switches it on.');
		} else {
			tryDesk.open(item.definition, args);
		}
		return true;
	};
	const flip = (item: ToolItem): true => {
		const {definition} = item;
		const isOn = !item.isLeftOut && !standingOf(item).isOff;
		const name = sanitiseLine(definition.tool);
		say(`Switching ${name} ${isOn ? 'off' : 'on'} …`);
		void desk.setOn(definition, !isOn).then(failure => {
			changed();
			say(
				failure === undefined
					? `${name} is switched ${isOn ? 'off' : 'on'} for ${sanitiseLine(desk.switchedFor(definition))}.`
					: [failure.message, failure.hint ?? ''].map(sanitiseLine).join(' ').trim(),
			);
		});
		return true;
	};
	const sort = (): true => {
		const next = toolOrders[(toolOrders.indexOf(items.order()) + 1) % toolOrders.length] ?? 'server';
		items.setOrder(next);
		changed();
		say(`Sorted ${orderNames[next]}.`);
		return true;
	};
	const earlier = (item: ToolItem): true => {
		const saved = desk.tries.savedOf(item.definition);
		const tries = desk.tries.triesOf(item.definition);
		const choices: readonly Choice<JsonObject>[] = [
			...saved.map(({name, arguments: args}) => ({
				label: sanitiseLine(name),
				detail: argumentsLine(args),
				value: args,
			})),
			...tries.map(({at, outcome, arguments: args}) => ({
				label: `${formatMoment(at)} ${outcome}`,
				detail: argumentsLine(args),
				value: args,
			})),
		];
		if (choices.length === 0) {
			say('It has not been tried yet, and nothing is saved. enter tries it.');
		} else {
			bench.choose({
				title: `Arguments for ${sanitiseLine(item.definition.tool)}`,
				choices,
				run: ([args]) => void open(item, args),
			});
		}
		return true;
	};
	const forget = ({definition}: ToolItem): true => {
		const saved = desk.tries.savedOf(definition);
		if (saved.length === 0) {
			say('No call of this tool is saved.');
			return true;
		}
		bench.choose({
			title: 'Which saved call is to be removed?',
			choices: saved.map(({name, arguments: args}) => ({
				label: sanitiseLine(name),
				detail: argumentsLine(args),
				value: name,
			})),
			run([name]) {
				if (name === undefined) {
					return;
				}
				bench.confirm(`Remove the saved call ${sanitiseLine(name)}?`, () => {
					void desk.tries.forget(definition, name).then(failure => {
						changed();
						say(failure === undefined ? 'Removed.' : [failure.message, failure.hint ?? ''].join(' ').trim());
					});
				});
			},
		});
		return true;
	};
	const connect = (): true => {
		say('Starting the servers …');
		void app.catalogue.connect(bench.signal).then(() => {
			changed();
			say(`${countOf(items.list().length, 'tool')} now.`);
		});
		return true;
	};

	return {
		name: 'tools',
		title: 'Tools',
		summary() {
			const list = items.list();
			if (counted?.list !== list) {
				counted = {list, servers: new Set(list.map(({definition}) => definition.server)).size};
			}
			const {servers} = counted;
			const order = items.order() === 'server' ? '' : `, ${orderNames[items.order()]}`;
			const missing = serversNote(app.getState().servers, starting.isUnderWay());
			const note = missing === undefined ? '' : ` · ${missing}`;
			return `${countOf(list.length, 'tool')} of ${countOf(servers, 'server')}${order}${note}`;
		},
		items: items.list,
		idOf: ({id}) => id,
		rowOf: item =>
			toolRow(item, standingOf(item), items.order(), {
				calls: desk.uses.of(item.definition)?.calls ?? 0,
				isCustom: desk.customOf?.(item.definition) !== undefined,
			}),
		nameOf: ({definition: {tool}}) => tool,
		textOf: ({definition: {server, tool, title = '', description}}) =>
			`${server} ${tool} ${title} ${description}`,
		emptyLines: () =>
			starting.isUnderWay()
				? ['Starting servers …']
				: ['No server that runs has a tool.', 'c starts those that do not run; f2 shows them all.'],
		tabs: item =>
			toolTabs(item, {
				desk,
				standing: standingOf(item),
				isBelieved: explorer.isBelieved(item.definition.server),
				...(aimed?.id === item.id ? {args: aimed.args} : {}),
			}),
		bindings: toolsBindings,
		onShow: tryDesk.resume,
		watches: ({servers, assistant, calls, asks, turn}) => [servers, assistant, calls, asks, turn],
		act(intent, item) {
			if (intent === 'sort') {
				return sort();
			}
			if (intent === 'connect') {
				return connect();
			}
			if (item === undefined) {
				return false;
			}
			switch (intent) {
				case 'try':
					return open(item, aimed?.id === item.id ? aimed.args : undefined);
				case 'earlier':
					return earlier(item);
				case 'switch':
					return flip(item);
				case 'forget':
					return forget(item);
				default:
					return false;
			}
		},
		aim({id, arguments: args}: BenchTarget) {
			const item = id === undefined ? undefined : items.list().find(each => each.id === id);
			if (item !== undefined && args !== undefined) {
				aimed = {id: item.id, args};
				changed();
				open(item, args);
			} else if (id !== undefined && item === undefined && starting.isUnderWay()) {
				awaited = {id, ...(args === undefined ? {} : {args})};
				say('Its server is being started …');
			} else if (id !== undefined && item === undefined) {
				say(notOffered);
			}
		},
	};
};
