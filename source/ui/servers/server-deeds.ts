import type {ServerStatus} from '../../domain/server.ts';
import {logLevels} from '../../domain/server-request.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import type {Bench} from '../bench/section.ts';
import type {DoctorRuns} from './doctor-runs.ts';
import {safeText} from './overview-lines.ts';
import type {ServerItem} from './server-item.ts';
import {stateWords} from './server-row.ts';

type UsedServer = ServerItem & {type: 'server'};

const outcomeOf = (status: ServerStatus): string => {
	switch (status.type) {
		case 'ready':
			return `ready, ${offeredCounts(status)}`;
		case 'failed':
		case 'ready-but-list-failed':
		case 'reconnecting':
			return status.failure.message;
		case 'needs-sign-in':
		case 'disabled':
		case 'idle':
		case 'connecting':
			return stateWords(status).sentence;
	}
};

/** What goes on when the workbench is closed: a server that starts, a browser in which somebody signs in. */
const unending = (): AbortSignal => new AbortController().signal;

/** What keys do to a server. Nothing here waits; what came of it is told when it is known. */
export const createServerDeeds = (bench: Bench, doctor: DoctorRuns) => {
	const {app, ports, signal} = bench;
	const control = ports.servers;
	const outcomes = new Map<string, string>();

	/** What its state shows anyway is not kept. */
	const tell = (name: string, text: string, isShown = false): void => {
		const line = safeText(text.includes(`"${name}"`) ? text : `${name}: ${text}`);
		if (isShown) {
			outcomes.delete(name);
		} else {
			outcomes.set(name, text);
		}
		if (signal.aborted) {
			app.report({type: 'notice-raised', tone: 'info', text: line, server: name});
		} else {
			bench.say(line);
			bench.changed();
		}
	};

	const connect = async (name: string, way: 'start' | 'restart'): Promise<void> => {
		if (control !== undefined) {
			tell(name, outcomeOf(await control[way](name, unending())), true);
		}
	};

	const start = ({name, status}: UsedServer): void => {
		if (status.type === 'disabled') {
			bench.say(safeText(`${name} is disabled. space enables it.`));
		} else if (status.type === 'ready') {
			bench.say(safeText(`${name} runs already. R connects it again.`));
		} else {
			bench.say(safeText(`${name}: starting …`));
			void connect(name, 'start');
		}
	};

	const reconnect = ({name, status}: UsedServer): void => {
		if (status.type === 'disabled') {
			bench.say(safeText(`${name} is disabled. space enables it.`));
		} else {
			bench.say(safeText(`${name}: connecting again …`));
			void connect(name, 'restart');
		}
	};

	/** Kept in the user's own file; what comes from elsewhere is changed for this run only. */
	const setEnabled = async ({name, config}: UsedServer, enabled: boolean): Promise<void> => {
		const word = enabled ? 'enabled' : 'disabled';
		// Enabled by its file: somebody has disabled it for this run.
		const isKept = !(enabled && !config.disabled);
		const written = isKept ? await ports.admin?.written(name) : undefined;
		const isOwn = written?.type === 'written' && written.server.scope === 'user';
		// The built-in one has no entry, and yet a place in the user's own file.
		if (ports.admin !== undefined && (isOwn || (isKept && config.type === 'in-memory'))) {
			const changed = await ports.admin.setDisabled(name, !enabled, unending());
			if (changed.type === 'refused') {
				tell(name, changed.failure.message);
				return;
			}
			tell(name, `${word}, kept in ${changed.file}`);
		} else {
			await control?.setEnabled(name, enabled);
			tell(name, `${word} for this run${isKept ? ': its entry is not in your own configuration' : ''}`);
		}
		if (enabled) {
			await control?.start(name, unending());
		}
	};

	const remove = async (name: string): Promise<void> => {
		const written = await ports.admin?.written(name);
		if (written?.type !== 'written') {
			tell(name, written?.failure.message ?? 'it cannot be removed here');
			return;
		}
		bench.confirm(safeText(`Remove "${name}" from ${written.server.file}?`), () => {
			void (async () => {
				const changed = await ports.admin?.remove(name, unending());
				tell(
					name,
					changed?.type === 'changed'
						? ['removed', ...changed.notes].join('. ')
						: (changed?.failure.message ?? ''),
				);
			})();
		});
	};

	const signIn = async (name: string): Promise<void> => {
		bench.say(safeText(`${name}: the question about signing in comes up in the chat; q goes there.`));
		const outcome = await control?.signIn(name, unending());
		if (outcome?.type === 'signed-in') {
			const status = await control?.restart(name, unending());
			tell(name, `signed in, kept in ${outcome.kept}${status === undefined ? '' : `; ${outcomeOf(status)}`}`);
		} else if (outcome !== undefined) {
			tell(name, outcome.type === 'failed' ? outcome.failure.message : 'not signed in');
		}
	};

	const signOut = async (name: string): Promise<void> => {
		const outcome = await control?.signOut(name, unending());
		if (outcome?.type === 'failed') {
			tell(name, outcome.failure.message);
		} else if (outcome !== undefined) {
			tell(name, outcome.type === 'signed-out' ? 'signed out' : 'you were not signed in');
		}
	};

	const test = async (name: string): Promise<void> => {
		const {admin} = ports;
		const written = await admin?.written(name);
		if (admin === undefined || written?.type !== 'written') {
			tell(name, 'only entries of files that can be changed here are tested; D looks at this one');
			return;
		}
		const {entry, scope} = written.server;
		const tested = await admin.test(
			{name, entry},
			{scope, replaces: name, onStep: sentence => bench.say(safeText(`${name}: ${sentence}`))},
			signal,
		);
		if (tested.type === 'works') {
			const seconds = (tested.milliseconds / 1000).toFixed(1);
			const [failure] = Object.values(tested.facts.unreadable ?? {});
			const verdict = failure === undefined ? 'works' : 'answers, but';
			const why = failure === undefined ? '' : `: ${failure.message}`;
			tell(name, `${verdict}: ${offeredCounts(tested.facts)} in ${seconds} s${why}`);
		} else if (tested.type !== 'cancelled') {
			const {message, hint} = tested.failure;
			tell(name, [message, ...(hint?.split('\n') ?? [])].join(' '));
		}
	};

	const diagnose = async (name: string): Promise<void> => {
		bench.showTab('Doctor');
		bench.say(safeText(`${name}: the doctor looks at it.`));
		const run = await doctor.start(name);
		if (run === undefined || signal.aborted) {
			return;
		}
		const bad = run.steps.find(({outcome}) => outcome === 'failed');
		tell(name, bad === undefined ? 'the doctor finds nothing wrong' : `${bad.name}: ${bad.detail}`);
	};

	const setLogLevel = (name: string): void => {
		const current = control?.logLevelOf(name);
		bench.choose({
			title: safeText(`What "${name}" logs, from the least to the most urgent`),
			choices: logLevels.map(level => ({
				label: level,
				...(level === current ? {detail: 'now'} : {}),
				value: level,
			})),
			run: ([level]) => {
				if (level !== undefined && control !== undefined) {
					void control.setLogLevel(name, level, signal).then(outcome => {
						if (outcome.type !== 'cancelled') {
							tell(name, outcome.type === 'failed' ? outcome.failure.message : `logs from ${level} on`);
						}
					});
				}
			},
		});
	};

	return {
		/** What came of the last thing that was done about it here. */
		outcomeOf: (name: string): string | undefined => outcomes.get(name),
		start,
		reconnect,
		toggle: (item: UsedServer): void => {
			void setEnabled(item, item.status.type === 'disabled');
		},
		remove: (name: string): void => {
			void remove(name);
		},
		signIn: ({name}: UsedServer): void => {
			void signIn(name);
		},
		signOut: ({name}: UsedServer): void => {
			void signOut(name);
		},
		test: (name: string): void => {
			bench.say(safeText(`${name}: testing …`));
			void test(name);
		},
		diagnose: ({name}: UsedServer): void => {
			void diagnose(name);
		},
		setLogLevel: ({name}: UsedServer): void => setLogLevel(name),
	};
};
