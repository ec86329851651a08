/** How many bytes data in base64 has, or one or two more: what fills up the end is not looked at. */
export const base64Bytes = (data: string): number => Math.floor((data.length * 3) / 4);
