import {tmpdir} from 'node:os';
import {setImmediate} from 'node:timers/promises';
import type {Schedule} from '../../domain/ports.ts';
import type {WindowHost} from '../window-host.ts';
import {clipboardWrite} from './clipboard.ts';
import {createTextEditor} from './edit-text.ts';
import type {Stage} from './stage.tsx';

type HostDeps = {
	readonly stage: Stage;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	readonly schedule: Schedule;
};

type OwnedHost = WindowHost & {
	/** Whether keys that make signals are for the editor. */
	readonly hasEditor: () => boolean;
	/** Ends what runs in our place. */
	readonly close: () => Promise<void>;
};

/** Nothing stops us where no shell would start us again; then we go on after this long. */
const stopMilliseconds = 200;
/** An editor gets this long to end by itself. */
const closeMilliseconds = 1000;

export const createWindowHost = (deps: HostDeps): OwnedHost => {
	const {stage, stdin, stdout, env, platform, schedule} = deps;
	let comeBack: (() => void) | undefined;

	const editor = createTextEditor({
		env,
		platform,
		temporary: tmpdir(),
		async withTerminal(run) {
			const takeBack = stage.giveAway();
			// Node stops reading a moment after it is told to, and is not told while it believes that somebody listens.
			await setImmediate();
			stdin.pause();
			await setImmediate();
			try {
				return await run();
			} finally {
				takeBack();
			}
		},
	});
	const onContinue = (): void => {
		if (comeBack !== undefined) {
			comeBack();
		} else if (!editor.isOpen()) {
			stage.reclaim();
		}
	};
	process.on('SIGCONT', onContinue);

	return {
		async openScreen(screen) {
			if (!stage.isFull()) {
				stage.show(screen);
				await screen.closed.catch(() => undefined);
				stage.show(undefined);
			}
		},
		editText: editor.edit,
		copy(text) {
			const {sequence, says} = clipboardWrite(text, env);
			if (sequence !== '') {
				stdout.write(sequence);
			}
			return says;
		},
		suspend() {
			if (platform === 'win32' || editor.isOpen() || comeBack !== undefined) {
				return;
			}
			const takeBack = stage.giveAway();
			comeBack = () => {
				cancel();
				comeBack = undefined;
				takeBack();
			};
			// The whole job, as the terminal's own key does it: a shell waits for whoever started us.
			process.kill(0, 'SIGTSTP');
			const cancel = schedule(() => comeBack?.(), stopMilliseconds);
		},
		redraw: stage.redraw,
		hasEditor: editor.isOpen,
		async close() {
			process.off('SIGCONT', onContinue);
			await Promise.race([
				editor.close(),
				new Promise<void>(resolve => {
					schedule(resolve, closeMilliseconds);
				}),
			]);
		},
	};
};
