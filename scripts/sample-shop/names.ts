export const words = (list: string) => list.split(" ");
export const firstNames = words(
  "Asha Ravi Meera Kiran Anil Sunita Rahul Priya Vikram Neha Arjun Kavita Sanjay Pooja Deepak Lata Imran Fatima Joseph Maria Harpreet Gurpreet Aditi Rohan Shalini Manoj Geeta Nikhil Farah Tenzin",
);
export const lastNames = words(
  "Sharma Patel Iyer Nair Khan Singh Das Rao Joshi Kulkarni Mehta Shah Gupta Verma Reddy Pillai Fernandes DSouza Banerjee Ghosh Bose Sethi Kapoor Malhotra Desai Pawar Shinde Naidu Menon Bhat",
);
