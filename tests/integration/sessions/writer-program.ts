import {writeSync} from 'node:fs';
import {openJournal} from '../../../source/core/sessions/journal.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';

/*
 * A process of its own that writes a session: `writer-program <file> <first number> <count>`. It says
 * `opened` or `refused`, then appends numbered events without end or up to the count, and says `acked <n>`
 * when event n is safe. With a count it then waits, still holding the session, until it is killed.
 */

const [file = '', first = '1', count = 'Infinity'] = process.argv.slice(2);

const say = (line: string): void => {
	writeSync(1, `${line}\n`);
};

const numbered = (number: number): SessionEvent => ({
	type: 'answer-streamed',
	at: number,
	stepId: 's',
	// Now and then big enough for a kill to hit the middle of a write.
	text: 'x'.repeat(number % 7 === 0 ? 300_000 : number % 90),
});

const opened = await openJournal({
	file,
	onTrouble: failure => say(`trouble ${failure.message}`),
	onRecovered: () => say('recovered'),
});

if (opened.type === 'refused') {
	say(`refused ${opened.failure.code}`);
} else {
	say('opened');
	const last = Number(first) + Number(count) - 1;
	for (let number = Number(first); number <= last; number += 1) {
		opened.journal.append(numbered(number));
		if (number % 3 === 0 || number === last) {
			await opened.journal.flush();
			say(`acked ${number}`);
		}
	}

	process.stdin.resume();
}
