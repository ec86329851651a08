/** Knows, while the text of a JSON object grows, whether all of it is there. Looks at each character once. */
export const createJsonScanner = () => {
	let depth = 0;
	let isInString = false;
	let isEscaped = false;
	let hasStarted = false;
	return {
		feed: (text: string): void => {
			for (const character of text) {
				if (isInString) {
					if (isEscaped) isEscaped = false;
					else if (character === '\\') isEscaped = true;
					else if (character === '"') isInString = false;
				} else if (character === '"') isInString = true;
				else if (character === '{' || character === '[') {
					depth += 1;
					hasStarted = true;
				} else if (character === '}' || character === ']') depth -= 1;
			}
		},
		isWhole: (): boolean => hasStarted && depth === 0 && !isInString,
	};
};
