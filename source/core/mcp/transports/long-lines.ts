import {collectGarbage} from '../../../support/collect-garbage.ts';
import {createTurns} from '../connection/start-turns.ts';

/** Longer lines are read one at a time, whichever server sends them. */
const longLine = 512 * 1024;
/** A long line leaves several copies behind, which V8 would let pile up. */
const collectAfter = 8 * 1024 * 1024;

/** Both for the whole program: servers that flood it together hold one long line in memory, not one each. */
const inTurn = createTurns(1);
let read = 0;

const collectAtTimes = (): void => {
	if (read >= collectAfter) {
		read = 0;
		collectGarbage();
	}
};

type LongLineOptions = {
	/** How much is held of a line that has not ended yet. */
	readonly held: () => number;
	readonly pause: () => void;
	readonly resume: () => void;
};

/** Lets a server that sends a long line wait until the long lines of others are read. */
export const createLongLineTurns = ({held, pause, resume}: LongLineOptions) => {
	let release: (() => void) | undefined;

	const end = (): void => {
		const giveTurn = release;
		release = undefined;
		if (giveTurn === undefined) return;
		// The message is delivered first.
		setImmediate(() => {
			collectAtTimes();
			giveTurn();
		});
	};

	return {
		/** After each piece of input, of so many bytes. */
		follow(bytes: number): void {
			const isLong = held() >= longLine;
			read += isLong ? bytes : 0;
			if (!isLong) {
				end();
				return;
			}
			if (release !== undefined) return;
			const isOver = new Promise<void>(resolve => {
				release = resolve;
			});
			pause();
			void inTurn(() => {
				resume();
				return isOver;
			});
		},
		end,
	};
};
