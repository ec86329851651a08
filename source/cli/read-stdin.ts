const impatientAfter = 3000;

/** Reads what is piped in. A pipe that stays open would hold us up without a word. */
export const readStdin = async (): Promise<string> => {
	if (process.stdin.isTTY) {
		return '';
	}
	const impatience = setTimeout(
		() => process.stderr.write('mcp-tui waits for its input to end; without a pipe, add < /dev/null\n'),
		impatientAfter,
	);
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) {
		chunks.push(Buffer.from(chunk));
	}
	clearTimeout(impatience);
	return Buffer.concat(chunks).toString('utf8');
};

/** A single dash stands for what is piped in. */
export const orStdin = async (text: string): Promise<string> => (text === '-' ? readStdin() : text);
