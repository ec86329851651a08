import type {WrittenRead} from '../../domain/server-admin.ts';
import type {ServerTimes} from '../../domain/server-times.ts';
import type {Bench, DetailTab, Section} from '../bench/section.ts';
import {serverBindings} from '../input/bench/servers.ts';
import {createDoctorRuns} from './doctor-runs.ts';
import {createServerFinder} from './find-server.ts';
import {serverOverview} from './overview-lines.ts';
import {createServerDeeds} from './server-deeds.ts';
import {openServerForms} from './server-forms.ts';
import {createServerItems, type ServerItem} from './server-item.ts';
import {doctorLines, serverLogLines, toolLines} from './server-pages.ts';
import {serverRow, serversSummary} from './server-row.ts';

/** What a server prints tells nobody that it does. */
const lookAgainAfter = 1000;

/** The servers: how they are, and everything that can be done with them. */
export const createServersSection = (bench: Bench): Section<ServerItem> => {
	const {app, ports} = bench;
	const control = ports.servers;
	const items = createServerItems(bench);
	const doctor = createDoctorRuns(bench);
	const deeds = createServerDeeds(bench, doctor);
	const forms = openServerForms(bench);
	const finder = createServerFinder(bench, forms);
	/** By name: whatever becomes of a server, its entry is what it was. */
	const written = new Map<string, {readonly of: unknown; readonly read: WrittenRead | undefined}>();
	let chosen: ServerItem | undefined;
	let lastSeen = '';
	let timed: readonly ServerItem[] | undefined;

	/** What of the chosen server changes without an event. */
	const sight = (): string => {
		if (chosen === undefined) {
			return '';
		}
		const printed = control?.printed(chosen.name) ?? [];
		return [printed.length, printed.at(-1) ?? '', ports.traffic?.latencyOf(chosen.name)?.count ?? 0].join(
			'\n',
		);
	};
	const look = (): void => {
		const seen = sight();
		if (seen !== lastSeen) {
			lastSeen = seen;
			bench.changed();
		}
		cancelLook = bench.schedule(look, lookAgainAfter);
	};
	let cancelLook = bench.schedule(look, lookAgainAfter);

	/** Reads the entry of a server, once for each way it is configured. */
	const readEntry = async (item: ServerItem): Promise<void> => {
		const of = item.type === 'server' ? item.config : item;
		const before = written.get(item.name);
		if (before?.of === of) {
			return;
		}
		written.set(item.name, {of, read: before?.read});
		const read = await ports.admin?.written(item.name);
		if (read !== undefined && !bench.signal.aborted) {
			written.set(item.name, {of, read});
			bench.changed();
		}
	};

	const entryTab = (item: ServerItem): readonly DetailTab[] => {
		void readEntry(item);
		const read = written.get(item.name)?.read;
		if (read?.type === 'written') {
			return [{name: 'Entry', what: 'the entry', body: {type: 'json', value: read.server.shown}}];
		}
		return item.type === 'server' && control !== undefined
			? [{name: 'Entry', what: 'the entry', body: {type: 'json', value: control.settingsOf(item.config)}}]
			: [];
	};

	/** Looks again when something about any of them is new; what is known until then is shown meanwhile. */
	const timesOf = (item: ServerItem): ServerTimes | undefined => {
		const now = items();
		if (timed !== now) {
			timed = now;
			void control?.times?.look().then(() => {
				if (!bench.signal.aborted) {
					bench.changed();
				}
			});
		}
		const file = item.type === 'server' ? item.config.source : item.unused.file;
		return file === undefined ? undefined : control?.times?.of({name: item.name, file});
	};

	const overview = (item: ServerItem): DetailTab => ({
		name: 'Overview',
		what: 'the overview',
		body: {
			type: 'lines',
			lines: () =>
				serverOverview(item, {
					reach: item.type === 'server' ? (control?.reachOf(item.config) ?? '') : '',
					contextTokens: app.getState().facts.contextTokens,
					assistant: app.getState().assistant,
					latency: ports.traffic?.latencyOf(item.name),
					times: timesOf(item),
					now: bench.now(),
					outcome: deeds.outcomeOf(item.name),
				}),
		},
	});

	const tabs = (item: ServerItem): readonly DetailTab[] => {
		if (item.type === 'unused') {
			return [overview(item), ...entryTab(item)];
		}
		const {name} = item;
		return [
			overview(item),
			{
				name: 'Tools',
				what: 'the tools',
				body: {type: 'lines', lines: () => toolLines(name, item.status, app.catalogue.tools())},
			},
			{
				name: 'Log',
				what: 'the log',
				follows: true,
				body: {
					type: 'lines',
					lines: () => {
						const printed = control?.printed(name) ?? [];
						// A server that is gone has printed nothing since.
						const words =
							item.status.type === 'failed' && printed.length === 0 ? item.status.stderr : printed;
						return serverLogLines(app.getState().logs.get(name) ?? [], words, control?.logLevelOf(name));
					},
				},
			},
			{
				name: 'Doctor',
				what: 'what the doctor found',
				follows: true,
				body: {type: 'lines', lines: () => doctorLines(doctor.of(name))},
			},
			...entryTab(item),
		];
	};

	/** Those that need a server that is used; the others have been looked at before. */
	const actOnServer = (intent: string, item: ServerItem & {type: 'server'}): boolean => {
		const isRemote = item.config.type !== 'stdio' && item.config.type !== 'in-memory';
		switch (intent) {
			case 'toggle':
				deeds.toggle(item);
				return true;
			case 'start':
				deeds.start(item);
				return true;
			case 'reconnect':
				deeds.reconnect(item);
				return true;
			case 'sign-in':
			case 'sign-out':
				if (!isRemote) {
					bench.say('This server runs on your machine: there is nothing to sign in to.');
				} else if (intent === 'sign-in') {
					deeds.signIn(item);
				} else {
					deeds.signOut(item);
				}
				return true;
			case 'diagnose':
				deeds.diagnose(item);
				return true;
			case 'log-level':
				deeds.setLogLevel(item);
				return true;
			default:
				return false;
		}
	};

	const act = (intent: string, item: ServerItem | undefined): boolean => {
		if (intent === 'add') {
			forms.add();
			return true;
		}
		if (intent === 'find') {
			finder.find();
			return true;
		}
		if (item === undefined) {
			return false;
		}
		switch (intent) {
			case 'edit':
				forms.edit(item.name);
				return true;
			case 'duplicate':
				forms.duplicate(item.name);
				return true;
			case 'remove':
				deeds.remove(item.name);
				return true;
			case 'test':
				deeds.test(item.name);
				return true;
			default:
				return item.type === 'server' && actOnServer(intent, item);
		}
	};

	return {
		name: 'servers',
		title: 'Servers',
		summary: () => serversSummary(items()),
		items,
		idOf: ({name}) => name,
		rowOf: serverRow,
		textOf: item =>
			item.type === 'server' ? `${item.name} ${item.config.type} ${item.status.type}` : `${item.name} unused`,
		emptyLines: () => ['There is no server yet.', 'n adds one, f finds one in the MCP registry.'],
		tabs,
		bindings: serverBindings,
		act,
		watches: ({servers, logs, facts}) => [servers, logs, facts],
		onChoose: item => {
			chosen = item;
			lastSeen = sight();
		},
		close: () => cancelLook(),
	};
};
